declare module 'dmn-moddle' {
  import type { ModdleElement, ModdleWarning } from 'bpmn-moddle'

  export class DmnModdle {
    constructor(packages?: Readonly<Record<string, unknown>>)
    /** Rejects for text that is no XML at all; everything else comes as warnings. */
    fromXML(
      xml: string,
      typeName: string,
      /** Members of its reader, in place of its own. */
      reader: object,
    ): Promise<{ rootElement: ModdleElement; warnings: readonly ModdleWarning[] }>
    toXML(element: ModdleElement, options?: { format?: boolean }): Promise<{ xml: string }>
    create(type: string, attributes?: Readonly<Record<string, unknown>>): ModdleElement
  }
}
