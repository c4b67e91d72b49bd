declare module 'bpmn-auto-layout' {
  /** Answers the document with a diagram of its process, replacing one that is there. */
  export function layoutProcess(xml: string): Promise<string>
}
