# npm.sh - the npm packages of package.json, in build/npm. Sourced, not run.

modules=build/npm

# Install what the package-lock.json of a folder names. Fails with the reason in `npm_reason`.
npm_ci() { # folder, log
  (cd "$1" && timeout 300 npm ci --no-audit --no-fund --ignore-scripts --fetch-retries=1) >"$2" 2>&1 </dev/null && return
  npm_reason="npm packages could not be fetched: $(grep -m1 -E 'npm (error|ERR!)' "$2")"
  return 1
}

npm_install() {
  npm_reason="node and npm are not here and could not be installed"
  tools/packages.sh node || return 1
  cp tests/package.json tests/package-lock.json $modules/
  npm_ci $modules $modules/install.log || return 1
  cp tests/package-lock.json $modules/installed.json
}

# The same for tests/package-lock.json, in $modules, unless that has been done.
# Two tests that ask at once take turns: two npm in one folder break each other.
npm_packages() {
  local lock rc=0
  mkdir -p $modules
  exec {lock}<tests/package-lock.json
  flock $lock
  cmp -s tests/package-lock.json $modules/installed.json || npm_install || rc=1
  exec {lock}<&-
  return $rc
}
