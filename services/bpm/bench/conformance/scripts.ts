interface Scripted {
  readonly xml: string
  readonly steps: ReadonlyMap<string, string>
}

/**
 * Scripts are not run here, so their author would draw steps. One that only logs is done at once (a manual task). One
 * that takes time, changes values, fails, or is repeated is a user task of whoever starts: they do what the script does.
 */
export function drawScripts(xml: string): Scripted {
  const steps = new Map<string, string>()
  const hosts = new Set([...xml.matchAll(/attachedToRef="([^"]+)"/g)].map(([, id]) => id))
  const drawn = withCalled(xml, steps).replaceAll(
    /<(\w+:)?scriptTask\b([^>]*)>([\s\S]*?)<\/\1?scriptTask>/g,
    (whole, prefix: string = '', attributes: string, content: string) => {
      const id = /\bid="([^"]+)"/.exec(attributes)?.[1]
      const script = /<(?:\w+:)?script>\s*(\w+)\s*<\/(?:\w+:)?script>/.exec(content)?.[1]
      if (id === undefined || script === undefined) return whole
      steps.set(id, script)
      const rest = content.replace(/<(?:\w+:)?script>[\s\S]*?<\/(?:\w+:)?script>/, '')
      const isDone =
        /^(?:CREATE_(?:LOG|MARKER)_FILE|SCRIPT_task\d)$/.test(script) &&
        !/LoopCharacteristics/.test(rest) &&
        !hosts.has(id)
      if (isDone) return `<${prefix}manualTask${attributes}>${rest}</${prefix}manualTask>`
      return `<${prefix}userTask${attributes}><${prefix}extensionElements>${person}${fields(script)}</${prefix}extensionElements>${rest}</${prefix}userTask>`
    },
  )
  return { xml: drawn.replace(/<(\w+:)?definitions\b/, `$& ${declaration}`), steps }
}

/** A script that several may call becomes a manual task: each call of it logs as it does. */
function withCalled(xml: string, steps: Map<string, string>): string {
  const task =
    /<(\w+:)?globalScriptTask\b([^>]*?\bid="([^"]+)"[^>]*)>\s*<(?:\w+:)?script>\s*(\w+)\s*<\/(?:\w+:)?script>\s*<\/\1?globalScriptTask>/g
  return xml.replaceAll(task, (_, prefix = '', attributes, id, script: string) => {
    for (const [call] of xml.matchAll(/<(?:\w+:)?callActivity\b[^>]*>/g)) {
      const caller = /\bid="([^"]+)"/.exec(call)?.[1]
      if (call.includes(`calledElement="${id}"`) && caller !== undefined) steps.set(caller, script)
    }
    return `<${prefix}globalManualTask${attributes}/>`
  })
}

const declaration = 'xmlns:approval="urn:countersign:bpmn:1"'
const person = '<approval:candidates><approval:candidate kind="initiator"/></approval:candidates>'

/** Values that a script changes are written by whoever does the step. */
export function valuesOf(script: string, integer: number): Readonly<Record<string, unknown>> {
  if (script.startsWith('INCREMENT')) return { integerVariable: integer + 1 }
  return script === 'SET_STRING_DATA' ? { data: 'String' } : {}
}

function fields(script: string): string {
  const [name] = Object.keys(valuesOf(script, 0))
  if (name === undefined) return ''
  return `<approval:fields><approval:field name="${name}" access="write"/></approval:fields>`
}
