declare module 'bpmn-moddle' {
  /** An element of the document; members depend on `$type` and are checked where they are read. */
  export interface ModdleElement {
    readonly $type: string
    /** Attributes of foreign namespaces, and namespace declarations, by their prefixed name. */
    readonly $attrs: Readonly<Record<string, unknown>>
    readonly $parent?: ModdleElement
    readonly $children?: readonly ModdleElement[]
    readonly [member: string]: unknown
  }

  export interface ModdleWarning {
    readonly message: string
    readonly element?: ModdleElement
    /** Of an unresolved reference: the member that refers, and to what. */
    readonly property?: string
    readonly value?: string
    /** Where the parser stumbled; of a reference there is none. */
    readonly error?: Error
  }

  export class BpmnModdle {
    constructor(packages?: Readonly<Record<string, unknown>>)
    /** Rejects for text that is no XML at all; everything else comes as warnings. */
    fromXML(
      xml: string,
      typeName?: string,
      /** Members of its reader, in place of its own. */
      reader?: object,
    ): Promise<{ rootElement: ModdleElement; warnings: readonly ModdleWarning[] }>
    toXML(element: ModdleElement, options?: { format?: boolean }): Promise<{ xml: string }>
    create(type: string, attributes?: Readonly<Record<string, unknown>>): ModdleElement
  }
}
