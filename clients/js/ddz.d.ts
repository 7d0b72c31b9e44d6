/** The engine refused a question (RFC 9457). */
export class Problem extends Error {
    /** @param {number} status @param {Record<string, any>} body */
    constructor(status: number, body: Record<string, any>);
    status: number;
    code: any;
    title: any;
    detail: any;
    field: any;
    body: Record<string, any>;
}
/** No answer came, however often the client tried. */
export class Unreachable extends Error {
    /** @param {string} path @param {unknown} cause */
    constructor(path: string, cause: unknown);
}
export class Client {
    /**
     * @param {string} [url] the service, perhaps with a path prefix
     * @param {{token?: string, game?: string, retries?: number, timeoutMs?: number, fetch?: typeof fetch}} [options]
     *   token: bearer token; game: name for the header X-Game; retries: how often a question is asked again when the
     *   service is busy (429, 503) or the connection breaks (every question is a pure function of its body);
     *   timeoutMs: for one try
     */
    constructor(url?: string, options?: {
        token?: string;
        game?: string;
        retries?: number;
        timeoutMs?: number;
        fetch?: typeof fetch;
    });
    url: string;
    retries: number;
    timeoutMs: number;
    fetch: typeof fetch;
    /** @type {Record<string, string>} */
    headers: Record<string, string>;
    /**
     * Ask with a JSON text (none: GET). Errors of the engine are answers here.
     * @param {string} path @param {string} [body] @param {AbortSignal} [signal]
     * @returns {Promise<{status: number, text: string}>}
     */
    askText(path: string, body?: string, signal?: AbortSignal): Promise<{
        status: number;
        text: string;
    }>;
    /**
     * Ask a path of openapi.yaml. Throws Problem on 4xx and 5xx.
     * @param {string} path @param {unknown} [body] @param {AbortSignal} [signal] @returns {Promise<any>}
     */
    ask(path: string, body?: unknown, signal?: AbortSignal): Promise<any>;
    /** What is this set of cards? @param {Body<"/classify">} body @returns {Promise<Answer<"/classify">>} */
    classify(body: Body<"/classify">): Promise<Answer<"/classify">>;
    /** Legal plays, best first. @param {Body<"/prompt">} body @returns {Promise<Answer<"/prompt">>} */
    prompt(body: Body<"/prompt">): Promise<Answer<"/prompt">>;
    /** What a hand is worth and how it splits. @param {Body<"/analyze">} body @returns {Promise<Answer<"/analyze">>} */
    analyze(body: Body<"/analyze">): Promise<Answer<"/analyze">>;
    /** What the robot plays, and why. @param {Body<"/robot-move">} body @returns {Promise<Answer<"/robot-move">>} */
    robotMove(body: Body<"/robot-move">): Promise<Answer<"/robot-move">>;
    /** Whether to call, rob, double, kick. @param {Body<"/bid-advice">} body @returns {Promise<Answer<"/bid-advice">>} */
    bidAdvice(body: Body<"/bid-advice">): Promise<Answer<"/bid-advice">>;
    /** Who wins with open cards. @param {Body<"/solve">} body @returns {Promise<Answer<"/solve">>} */
    solve(body: Body<"/solve">): Promise<Answer<"/solve">>;
    /** The referee. @param {Body<"/table">} body @returns {Promise<Answer<"/table">>} */
    table(body: Body<"/table">): Promise<Answer<"/table">>;
    /** What each play of a game was worth. @param {Body<"/review">} body @returns {Promise<Answer<"/review">>} */
    review(body: Body<"/review">): Promise<Answer<"/review">>;
    /** Many questions in one request. @param {Body<"/batch">} items @returns {Promise<Answer<"/batch">>} */
    batch(items: Body<"/batch">): Promise<Answer<"/batch">>;
    /** All presets, switches, patterns and ways of calling. @returns {Promise<any>} */
    rules(): Promise<any>;
    /** Name, version, nets. @returns {Promise<any>} */
    version(): Promise<any>;
}
export type Body<P extends keyof import("./types.js").paths> = import("./types.js").paths[P] extends {
    post: {
        requestBody: {
            content: {
                "application/json": infer B;
            };
        };
    };
} ? B : never;
export type Answer<P extends keyof import("./types.js").paths> = import("./types.js").paths[P] extends {
    post: {
        responses: {
            200: {
                content: {
                    "application/json": infer A;
                };
            };
        };
    };
} ? A : never;
