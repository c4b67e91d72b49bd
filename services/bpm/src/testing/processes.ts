const head = `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"
  xmlns:approval="urn:countersign:bpmn:1" targetNamespace="http://test">`

interface TaskOptions {
  readonly candidates: string
  readonly more?: string
}

/** A user task with its candidates and further rules as extension elements. */
export const userTask = (id: string, { candidates, more = '' }: TaskOptions): string => `
  <userTask id="${id}" name="${id} task"><extensionElements>
    <approval:candidates>${candidates}</approval:candidates>${more}
  </extensionElements></userTask>`

export const toUser = (name: string): string => `<approval:candidate kind="user" ref="${name}"/>`
export const toRole = (name: string): string => `<approval:candidate kind="role" ref="${name}"/>`
export const toManager = '<approval:candidate kind="managerLine" from="1" to="1"/>'
export const byAll = '<approval:decision mode="all" reject="any"/>'

/** A process of nodes in a row, between a start and an end. */
export function inARow(key: string, nodes: readonly { id: string; xml: string }[]): string {
  const ids = ['start', ...nodes.map(({ id }) => id), 'end']
  const elements = nodes.map(({ xml }) => xml).join('')
  return process(
    key,
    `<startEvent id="start"/>${elements}<endEvent id="end"/>`,
    ids.slice(1).map((id, index) => `${ids[index]} ${id}`),
  )
}

/** A process of elements and of flows between them, each `<from> <to>`. */
export function process(key: string, elements: string, flows: readonly string[]): string {
  const drawn = flows.map((flow, index) => {
    const [from, to] = flow.split(' ')
    return `<sequenceFlow id="f${index}" sourceRef="${from}" targetRef="${to}"/>`
  })
  return `${head}
<process id="${key}" name="${key}" isExecutable="true">
  ${elements}
  ${drawn.join('\n  ')}
</process></definitions>`
}

/** The manager, and above 1000 a countersign of the role finance. */
export const expenseProcess = `${head}
<process id="expense-approval" name="Expense approval" isExecutable="true">
  <startEvent id="start"/>
  ${userTask('manager', { candidates: toManager })}
  <exclusiveGateway id="large" default="small"/>
  ${userTask('finance', { candidates: toRole('finance'), more: byAll })}
  <endEvent id="end"/>
  <sequenceFlow id="f1" sourceRef="start" targetRef="manager"/>
  <sequenceFlow id="f2" sourceRef="manager" targetRef="large"/>
  <sequenceFlow id="f3" sourceRef="large" targetRef="finance">
    <conditionExpression>amount &gt; 1000</conditionExpression>
  </sequenceFlow>
  <sequenceFlow id="small" sourceRef="large" targetRef="end"/>
  <sequenceFlow id="f5" sourceRef="finance" targetRef="end"/>
</process></definitions>`

/** Two branches that are worked on at the same time and meet again. */
export const parallelProcess = `${head}
<process id="parallel-approval" name="Parallel approval" isExecutable="true">
  <startEvent id="start"/><parallelGateway id="fork"/>
  ${userTask('left', { candidates: toUser('finance1') })}
  ${userTask('right', { candidates: toUser('finance2') })}
  <parallelGateway id="join"/><endEvent id="end"/>
  <sequenceFlow id="f1" sourceRef="start" targetRef="fork"/>
  <sequenceFlow id="f2" sourceRef="fork" targetRef="left"/>
  <sequenceFlow id="f3" sourceRef="fork" targetRef="right"/>
  <sequenceFlow id="f4" sourceRef="left" targetRef="join"/>
  <sequenceFlow id="f5" sourceRef="right" targetRef="join"/>
  <sequenceFlow id="f6" sourceRef="join" targetRef="end"/>
</process></definitions>`
