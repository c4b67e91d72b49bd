/** How the file of another tool calls its process; the check of what is in it is the service's. */
export function nameInFile(text: string): string {
  const name = /^[\uFEFF\s]*\{/.test(text) ? nameInJson(text) : nameInXml(text)
  return name.trim().slice(0, 200)
}

function nameInJson(text: string): string {
  try {
    const model = JSON.parse(text.replace(/^\uFEFF/, '')) as Record<string, unknown>
    const name = model['name'] ?? model['flowName']
    return typeof name === 'string' ? name : ''
  } catch {
    // Whoever goes on hears from the service what is wrong with it.
    return ''
  }
}

function nameInXml(text: string): string {
  const document = new DOMParser().parseFromString(text, 'application/xml')
  const processes = [...document.getElementsByTagNameNS(bpmnModel, 'process')]
  const named = processes.find((one) => one.getAttribute('name') !== null)
  return named?.getAttribute('name') ?? ''
}

const bpmnModel = 'http://www.omg.org/spec/BPMN/20100524/MODEL'
