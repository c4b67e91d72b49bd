// What is used of libraries whose own types do not fit an ES module, or that have none.

interface BpmnViewer {
  importXML(xml: string): Promise<{ readonly warnings: readonly unknown[] }>
  saveXML(options: { readonly format?: boolean }): Promise<{ readonly xml?: string }>
  // The library gives services by name; the model says which it takes for what.
  get(service: string): unknown
  /** The document; none before one was opened. */
  getDefinitions(): unknown
  destroy(): void
}

interface BpmnViewerOptions {
  readonly container: HTMLElement
  readonly moddleExtensions: Readonly<Record<string, unknown>>
}

declare module 'bpmn-js/lib/Modeler.js' {
  const Modeler: new (options: BpmnViewerOptions) => BpmnViewer
  export default Modeler
}

declare module 'bpmn-js/lib/NavigatedViewer.js' {
  const NavigatedViewer: new (options: BpmnViewerOptions) => BpmnViewer
  export default NavigatedViewer
}

declare module 'bpmn-auto-layout' {
  /** The document with a diagram of its process. */
  export function layoutProcess(xml: string): Promise<string>
}

declare module 'bpmn-moddle' {
  export class BpmnModdle {
    constructor(packages: Readonly<Record<string, unknown>>)
    fromXML(xml: string): Promise<{ readonly rootElement: object }>
    toXML(
      element: object,
      options?: { readonly format?: boolean },
    ): Promise<{ readonly xml: string }>
    create(type: string, attributes: object): object
  }
}
