/**
 * Makes a custom element known to the page. A page may load the component twice, as when two of its
 * parts bring their own copy; a server that renders pages loads it and has no elements.
 */
export function define(name: string, element: CustomElementConstructor): void {
  if (!('customElements' in globalThis)) return
  if (customElements.get(name) === undefined) customElements.define(name, element)
}
