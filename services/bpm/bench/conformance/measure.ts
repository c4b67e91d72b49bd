import { compile, readDefinition } from '../../src/core/definition/compile.ts'
import type { CompiledProcess } from '../../src/core/definition/graph.ts'
import type { Mendable } from '../../src/core/definition/repair/plan.ts'
import { repair } from '../../src/core/definition/repair/run.ts'
import type { Applied, Command } from '../../src/core/engine/command.ts'
import { apply, initialState } from '../../src/core/engine/engine.ts'
import type { EngineState } from '../../src/core/engine/state.ts'
import { isLive } from '../../src/core/task.ts'
import type { VariableDeclaration, Variables } from '../../src/core/variables.ts'
import { lookWith, mend } from './mend.ts'
import type { Model } from './models.ts'

export interface Measured {
  readonly path: string
  /** Kept as a draft: it is BPMN, however much is wrong with it. */
  readonly isDraft: boolean
  /** Repairing nothing changes nothing. */
  readonly isUnchanged: boolean
  /** When it could be published: as it is, after all safe repairs, after one click at each problem. */
  readonly publishable: 'as it is' | 'safe' | 'one click' | 'no'
  readonly isPlayed: boolean
  /** What of it is refused by name, before any repair. */
  readonly refused: readonly string[]
  /** Codes of what is left. */
  readonly left: readonly string[]
}

const mostSteps = 500

export async function measure({ path, xml }: Model, isRun: boolean): Promise<Measured> {
  const { isBpmn } = await readDefinition(xml)
  let variables = guessVariables(xml)
  const look = lookWith(variables)
  const nothing = await repair(xml, [], look)
  const refused = new Set(
    nothing.looked.problems.flatMap(({ message }) => {
      const [, name] = /^(\w+(?: with \w+)?) is not supported/.exec(message) ?? []
      return name === undefined ? [] : [name]
    }),
  )
  const isUnchanged = nothing.bpmnXml === xml
  const common = { path, isDraft: isBpmn, isUnchanged, refused: [...refused] }
  const codesOf = (list: readonly Mendable[]) => list.map(({ code }) => code)
  const done = async (publishable: Measured['publishable'], text: string): Promise<Measured> => {
    const isPlayed = isRun && publishable !== 'no' && playToTheEnd(await compile(text), variables)
    const left = codesOf((await lookWith(variables)(text)).problems)
    return { ...common, publishable, isPlayed, left: [...new Set(left)] }
  }
  if (nothing.looked.problems.length === 0) return done('as it is', xml)
  const first = await mend(xml, variables)
  if (first.problems.length === 0) return done(first.by, first.xml)
  // An expression that a repair has translated tells more of its variables.
  variables = guessVariables(first.xml)
  const second = await mend(first.xml, variables)
  return done(second.problems.length === 0 ? 'one click' : 'no', second.xml)
}

/**
 * What a business type would declare for these expressions: a model of another engine declares nothing.
 * What is compared with a number is one, with a text a text, what people are taken from is people.
 */
function guessVariables(xml: string): readonly VariableDeclaration[] {
  const found = new Map<string, VariableDeclaration['type']>()
  // What each of a list is called is declared by nobody.
  const items = new Set(
    [...xml.matchAll(/(?:elementVariable|inputDataItem[^>]*? name)="(\w+)"/g)].map(
      ([, name]) => name,
    ),
  )
  const note = (name: string | undefined, type: VariableDeclaration['type']) => {
    if (name !== undefined && !found.has(name) && !items.has(name)) found.set(name, type)
  }
  const text = xml
    .replaceAll('&gt;', '>')
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&')
    .replaceAll('&quot;', '"')
  for (const [, name] of text.matchAll(/collection="(?:\$\{)?\s*(\w+)/g)) note(name, 'users')
  for (const [, name] of text.matchAll(/loopDataInputRef>\s*(\w+)/g)) note(name, 'users')
  for (const [, name] of text.matchAll(
    /loopCardinality[^>]*>\s*(?:[$#]\{)?\s*([A-Za-z_]\w*)\s*\}?\s*</g,
  ))
    note(name, 'number')
  for (const [, name] of text.matchAll(/\bnrOf\w+\s*(?:==|!=|<=?|>=?)\s*(?!nrOf)([A-Za-z_]\w*)/g))
    note(name, 'number')
  for (const [, name] of text.matchAll(/(?:assignee|candidateUsers)="\$\{\s*(\w+)\s*\}/g))
    note(name, 'user')
  for (const [, name] of text.matchAll(/\b([A-Za-z_]\w*)\s*(?:==|!=|<=?|>=?)\s*-?\d/g))
    note(name, 'number')
  for (const [, name] of text.matchAll(/\b([A-Za-z_]\w*)\s*(?:==|!=)\s*["']/g)) note(name, 'string')
  // When something is due is told as a text: a date, or how long.
  for (const [, name] of text.matchAll(
    /(?:dueDate="|time(?:Duration|Date)[^>]*>)\s*[$#]\{\s*([A-Za-z_]\w*)\s*\}/g,
  ))
    note(name, 'string')
  for (const [, inner = ''] of text.matchAll(/[$#]\{([^}]*)\}/g)) {
    for (const [name] of inner.matchAll(/\b[A-Za-z_]\w*\b/g)) {
      if (!/^(?:true|false|null|nrOf\w+|loopCounter)$/.test(name)) note(name, 'boolean')
    }
  }
  return [...found].map(([name, type]) => ({ name, type, required: false }))
}

const samples: Readonly<Record<VariableDeclaration['type'], unknown>> = {
  // A text, which may be asked for as a time.
  string: 'P1D',
  number: 1,
  boolean: true,
  date: '2030-01-01',
  user: 'kermit',
  users: ['kermit', 'gonzo'],
}

/** Starts it and approves whatever is asked, until it ends or waits for a time or another process. */
function playToTheEnd(process: CompiledProcess, declared: readonly VariableDeclaration[]): boolean {
  const variables = Object.fromEntries(
    declared.map(({ name, type }) => [name, samples[type]]),
  ) as Variables
  let state = initialState('ann', variables)
  const act = (command: Command): boolean => {
    const next = settle(process, state, command)?.state
    if (next !== undefined) state = next
    return next !== undefined
  }
  if (!act({ kind: 'start', actor: { userId: 'ann' } })) return false
  for (let step = 0; step < mostSteps && state.status === 'RUNNING'; step += 1) {
    const open = state.tasks.find((task) => isLive(task.state) && task.state !== 'WAITING')
    if (open === undefined) return true
    const userId = open.assignee ?? open.candidates[0]
    if (userId === undefined || !act({ kind: 'approve', task: open.key, actor: { userId } }))
      return false
  }
  return state.status === 'APPROVED'
}

/** Applies a command where every name is a person, and every role has one; undefined when it is refused. */
export function settle(
  process: CompiledProcess,
  state: EngineState,
  command: Command,
): Applied | undefined {
  const answers = new Map<string, readonly string[]>()
  for (;;) {
    const outcome = apply(process, state, command, answers, { administratorsRole: 'admin' })
    if (outcome.kind === 'applied') return outcome
    if (outcome.kind !== 'needs') return undefined
    for (const { key, kind, ref } of outcome.requests) {
      answers.set(key, [kind === 'user' && ref !== undefined ? ref : 'somebody'])
    }
  }
}
