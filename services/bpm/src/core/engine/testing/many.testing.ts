import { bpmn, end, flows, start, user, type Play } from '../../testing.ts'

export const many = (inside: string) =>
  `<multiInstanceLoopCharacteristics>${inside}</multiInstanceLoopCharacteristics>`
export const times = (count: number | string) => `<loopCardinality>${count}</loopCardinality>`
export const each = (value: string, as = 'one') =>
  `<extensionElements><approval:each value="${value.replaceAll('"', '&quot;')}" as="${as}"/></extensionElements>`
export const until = (text: string) =>
  `<completionCondition><![CDATA[${text}]]></completionCondition>`
export const free = '<approval:return to="any" resubmit="returner"/>'
export const goesOn = '<approval:decision onReject="continue"/>'

/** The task of whoever an expression gives. */
export const of = (id: string, expression: string, more = free) =>
  user(id, 'p', more).replace(
    /<approval:candidate [^>]*\/>/,
    `<approval:candidate kind="expression" value="${expression}"/>`,
  )
export const sub = (loop: string, inner: string, border = '') =>
  `<subProcess id="s">${loop}<startEvent id="ss"/><endEvent id="se"/>${inner}</subProcess>${border}`
export const drawn = (activity: string, more = '') =>
  bpmn(start + activity + user('z', 'z', free) + end + flows('start -> s -> z -> end') + more)
export const abc = each('["a", "b", "c"]')
export const reviewed =
  of('x', 'one', goesOn + free) + user('y', 'y', free) + flows('ss -> x -> y -> se')

export const decide = (game: Play, person: string, kind: 'approve' | 'reject' = 'approve') =>
  game.must({ kind, task: game.task('x', person).key, actor: { userId: person } })
