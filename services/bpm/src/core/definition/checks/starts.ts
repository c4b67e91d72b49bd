import type { VariableDeclaration } from '../../variables.ts'
import { tasksWithoutChooser } from './calls.ts'
import { eventStartsOf, localsOfStart } from '../events/event-starts.ts'
import { celTypesOf, checkExpression, type Locals } from '../expression.ts'
import type { CompiledProcess, Expression, StartContent } from '../graph.ts'
import { after, reach } from './walk.ts'
import type { Report } from '../xml/xml.ts'

/** What keeps starts by time, by message and by signal from ever making an approval. */
export function findStartProblems(
  process: CompiledProcess,
  variables: readonly VariableDeclaration[],
  report: Report,
): void {
  const heard = new Set<string>()
  for (const { id, startedBy } of eventStartsOf(process, 'message')) {
    const { message } = startedBy
    if (heard.has(message)) {
      report(id, 'start_message_repeated', `another start event begins by ${message}: keep one`)
    }
    heard.add(message)
  }
  for (const on of ['time', 'signal'] as const) {
    for (const { id, startedBy } of eventStartsOf(process, on)) {
      checkContent(id, startedBy.content, { variables, locals: localsOfStart[on], report })
      checkChoosers(process, id, on, report)
    }
  }
}

function checkChoosers(
  process: CompiledProcess,
  start: string,
  on: 'time' | 'signal',
  report: Report,
): void {
  const tasks = tasksWithoutChooser(process, start)
  if (tasks.length === 0) return
  const reached = reach([start], (id) => after(process, id))
  for (const { id } of tasks) {
    if (!reached.has(id)) continue
    const why = `an approval that a ${on} starts has nobody to choose people`
    const cure = 'name them otherwise, or say with onEmpty and users who is asked then'
    report(id, 'chooser_missing', `${why}: ${cure}`)
  }
}

function checkContent(
  id: string,
  { bizId, title, values }: StartContent,
  about: {
    readonly variables: readonly VariableDeclaration[]
    readonly locals: Locals
    readonly report: Report
  },
): void {
  const { variables, locals, report } = about
  // Nobody has given values yet: it sees none.
  const check = (expression: Expression | undefined, expected: readonly string[]) => {
    if (expression === undefined) return
    const fault = checkExpression(expression, [], expected, locals)
    if (fault !== undefined) report(id, 'expression_type', `"${expression.text}": ${fault}`)
  }
  check(bizId, ['string'])
  check(title, ['string'])
  const given = new Set<string>()
  for (const { target, source } of values) {
    const declared = variables.find(({ name }) => name === target)
    if (declared === undefined) {
      const message = `the business type declares no variable ${target}: declare it, or remove the value`
      report(id, 'variable_unknown', message)
    } else check(source, celTypesOf(declared.type))
    if (given.has(target)) report(id, 'value_invalid', `${target} is given twice: keep one`)
    given.add(target)
  }
  for (const { name, required } of variables) {
    if (required !== true || given.has(name)) continue
    const message = `the business type needs ${name}: give it with approval:value`
    report(id, 'start_value_missing', message)
  }
}
