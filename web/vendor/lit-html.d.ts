/* What the console uses of lit-html, for the type checker. */
export interface TemplateResult {
  _$litType$: number;
}
export function html(strings: TemplateStringsArray, ...values: unknown[]): TemplateResult;
export function svg(strings: TemplateStringsArray, ...values: unknown[]): TemplateResult;
export function render(value: unknown, container: HTMLElement | DocumentFragment): unknown;
export const nothing: unique symbol;
export const noChange: unique symbol;
