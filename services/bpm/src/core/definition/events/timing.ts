import type { StartTimes } from '../../start-times.ts'
import {
  DurationInvalid,
  defaultCalendar,
  minutesOf,
  parseDuration,
  readMoment,
} from '../../working-time.ts'
import { readExpression, readInteger, readOneOf, type RuleReader } from '../xml/attributes.ts'
import { extension } from '../xml/extension.ts'
import type { Delay, Node, TimingRules } from '../graph.ts'
import { refuseAtLeast } from '../elements/quorum.ts'
import { readCandidates, readResult } from '../elements/rules.ts'
import { elementOf, elementsOf, localName, textOf, type ModdleElement } from '../xml/xml.ts'

const maxReminders = 100

/** Due date, reminders, escalation and decision by time of a user task. */
export function readTiming(
  reader: RuleReader,
  element: ModdleElement,
  foreignDue: string | undefined,
): TimingRules {
  const due = extension(element, 'Due')
  const remind = extension(element, 'Remind')
  const escalate = extension(element, 'Escalate')
  const timeout = extension(element, 'Timeout')
  const delayOf = (rule: ModdleElement | undefined) =>
    rule === undefined ? undefined : readDelay(reader, rule)
  const [remindDelay, escalateDelay, timeoutDelay] = [remind, escalate, timeout].map(delayOf)
  const candidates = escalate === undefined ? [] : readCandidates(reader, escalate)
  refuseAtLeast(reader, candidates)
  if (candidates.some(({ kind }) => kind.endsWith('Selects'))) {
    const message = 'nobody chooses people for an escalation: name them'
    reader.report(reader.id, 'candidate_kind_unknown', message)
  }
  if (escalate !== undefined && candidates.length === 0) {
    reader.report(reader.id, 'candidates_missing', 'nobody is named to escalate to', 'escalate')
  }
  const times = { fallback: 1, min: 1, max: maxReminders }
  const dueBy = due === undefined ? undefined : readDueBy(reader, due)
  const own = dueBy === undefined ? delayOf(due) : undefined
  return {
    due: due === undefined ? readForeignDue(reader, foreignDue) : own,
    dueBy,
    remind:
      remind === undefined || remindDelay === undefined
        ? undefined
        : { delay: remindDelay, times: readInteger(reader, remind, 'times', times) },
    escalate: escalateDelay === undefined ? undefined : { delay: escalateDelay, candidates },
    timeout:
      timeout === undefined || timeoutDelay === undefined
        ? undefined
        : { delay: timeoutDelay, result: readResult(reader, timeout, 'result') },
  }
}

/** A decision table that says how long there is, in place of a time. */
function readDueBy(reader: RuleReader, due: ModdleElement): TimingRules['dueBy'] {
  const ref = textOf(due, 'decision').trim()
  if (ref === '') return undefined
  if (textOf(due, 'in') !== '' || textOf(due, 'at') !== '') {
    reader.report(reader.id, 'timer_invalid', 'give one of in, at and decision')
  }
  return { ref, working: isWorking(reader, due) }
}

/** More often than this no approval is started by time. */
const MIN_MINUTES = 15

/** When a timer start event comes; undefined, and reported, where that cannot be said. */
export function readStartTimes(reader: RuleReader, element: ModdleElement): StartTimes | undefined {
  const [timer] = elementsOf(element, 'eventDefinitions')
  const kinds = ['timeDate', 'timeDuration', 'timeCycle'] as const
  const [kind, another] = kinds.filter((name) => timer !== undefined && elementOf(timer, name))
  const body = timer && kind && elementOf(timer, kind)
  if (body === undefined || another !== undefined) {
    const message = 'it needs one of timeDate, timeDuration and timeCycle'
    reader.report(reader.id, 'timer_invalid', message)
    return undefined
  }
  const timing = extension(element, 'Timing')
  const working = timing !== undefined && isWorking(reader, timing)
  const text = textOf(body, 'body').trim()
  try {
    return toStartTimes(kind, text, working)
  } catch (error) {
    if (!(error instanceof DurationInvalid)) throw error
    reader.report(reader.id, 'timer_invalid', `"${text.slice(0, 80)}": ${error.message}`)
    return undefined
  }
}

/** @throws {@link DurationInvalid} also for an expression: nobody has given values yet. */
function toStartTimes(kind: string | undefined, text: string, working: boolean): StartTimes {
  if (kind === 'timeDate') {
    readMoment(text, defaultCalendar)
    return { kind: 'at', text }
  }
  if (kind === 'timeDuration') {
    checkDuration(text, working)
    return { kind: 'in', text, working }
  }
  const [, count, first, every] = /^R(\d{0,5})\/(?:([^P/][^/]*)\/)?(P[^/]*)$/.exec(text) ?? []
  if (every === undefined || count === '0') {
    const message =
      'a cycle is R/2027-01-04T09:00/P1W, R5/… for five times, or R/P1W from the publication'
    throw new DurationInvalid(message)
  }
  if (minutesOf(every) < MIN_MINUTES) {
    throw new DurationInvalid(`less than ${MIN_MINUTES} minutes apart: people are asked each time`)
  }
  if (first !== undefined) readMoment(first, defaultCalendar)
  return {
    kind: 'cycle',
    ...(first === undefined ? {} : { first }),
    every,
    ...(count === '' ? {} : { times: Number(count) }),
    working,
  }
}

/**
 * What becomes of a cycle: it repeats beside an activity. What waits itself leads on each time, and by the last time for
 * good; beside others that are waited for, and in models of other engines, it comes once.
 */
export type Cycles = 'repeat' | 'each' | 'once'

/** Of what waits itself: each time is a path of its own. */
const MAX_PATHS = 100

/** The timer of a catch or boundary event; undefined, and reported, for any other definition, or none. */
export function readTimerEvent(
  reader: RuleReader,
  element: ModdleElement,
  timer: ModdleElement | undefined,
  { cycles, others = [] }: { cycles?: Cycles | undefined; others?: readonly string[] } = {},
): Delay | undefined {
  if (timer?.$type !== 'bpmn:TimerEventDefinition') {
    const which = timer === undefined ? 'no event definition' : localName(timer)
    const known = ['timer', ...others].join(' or ')
    const message = `${localName(element)} with ${which} is not supported: take one ${known}`
    reader.report(reader.id, 'element_unsupported', message)
    return undefined
  }
  const timing = extension(element, 'Timing')
  const working = timing !== undefined && isWorking(reader, timing)
  const given = ['timeDate', 'timeDuration', 'timeCycle'].filter((name) => elementOf(timer, name))
  if (given.length > 1) {
    reader.report(reader.id, 'timer_invalid', `it has ${given.join(' and ')}: take one of them`)
    return undefined
  }
  const cycle = elementOf(timer, 'timeCycle')
  if (cycle !== undefined) {
    const delay = readCycle(reader, textOf(cycle, 'body').trim(), working)
    if (delay === undefined || cycles === 'repeat') return delay
    if (cycles !== undefined && delay.times === 1) {
      const { times: _, ...once } = delay
      return once
    }
    if (cycles === 'each' && (delay.times ?? 1) <= MAX_PATHS) return delay
    reader.report(reader.id, 'element_unsupported', cureOf(cycles))
    return undefined
  }
  const duration = elementOf(timer, 'timeDuration')
  if (duration !== undefined) return toDelay(reader, 'in', textOf(duration, 'body'), working)
  const date = elementOf(timer, 'timeDate')
  return toDelay(reader, 'at', date === undefined ? '' : textOf(date, 'body'), false)
}

/** How many paths go on behind a node for each that comes: a catch event with a cycle leads on each time. */
export const pathsBehind = (node: Node): number =>
  node.kind === 'timer' ? (node.delay.times ?? 1) : 1

export const leadsOnEachTime = (node: Node): boolean => pathsBehind(node) > 1

function cureOf(cycles: Exclude<Cycles, 'repeat'> | undefined): string {
  if (cycles === 'each') {
    return `timeCycle is not supported where a time is waited for without an end: say how often, ${MAX_PATHS} times at most, as R3/PT1H`
  }
  return cycles === 'once'
    ? 'timeCycle is not supported beside other events, or as another engine has it, which leads on once: take timeDuration'
    : 'timeCycle is not supported for an event that ends its activity: take timeDuration, or let it go on beside'
}

/** More often than any activity takes; an endless cycle comes as often as this. */
const MAX_TIMES = 10_000

/** `R3/PT1H` and `R/PT1H`: ISO 8601 without a first moment, counted from when the activity began. */
function readCycle(reader: RuleReader, text: string, working: boolean): Delay | undefined {
  const [, count, duration] = /^R(\d{0,5})\/(P[^/]*)$/.exec(text) ?? []
  const times = count === '' ? MAX_TIMES : Number(count)
  if (duration === undefined || times < 1 || times > MAX_TIMES) {
    const message = `a cycle is R/PT1H, or R3/PT1H for three times, not "${text.slice(0, 80)}"`
    reader.report(reader.id, 'timer_invalid', message)
    return undefined
  }
  const delay = toDelay(reader, 'in', duration, working)
  return delay === undefined ? undefined : { ...delay, times }
}

function readDelay(reader: RuleReader, element: ModdleElement): Delay | undefined {
  const duration = textOf(element, 'in')
  const at = textOf(element, 'at')
  if ((duration === '') === (at === '')) {
    reader.report(reader.id, 'timer_invalid', 'give either in or at')
    return undefined
  }
  return at === ''
    ? toDelay(reader, 'in', duration, isWorking(reader, element))
    : toDelay(reader, 'at', at, false)
}

function isWorking(reader: RuleReader, element: ModdleElement): boolean {
  const calendar = readOneOf(reader, element, 'calendar', ['working', 'continuous'])
  return (calendar ?? 'working') === 'working'
}

/** `dueDate` of other engines: a duration, a date, or an expression that gives a date. */
function readForeignDue(reader: RuleReader, text: string | undefined): Delay | undefined {
  if (text === undefined) return undefined
  return toDelay(reader, text.startsWith('P') ? 'in' : 'at', text, false)
}

function toDelay(
  reader: RuleReader,
  kind: Delay['kind'],
  written: string,
  working: boolean,
): Delay | undefined {
  const text = written.trim()
  if (/^[$#]\{/.test(text)) {
    const value = readExpression(reader, text)
    return value === undefined ? undefined : { kind, value, working }
  }
  try {
    if (kind === 'at') readMoment(text, defaultCalendar)
    else checkDuration(text, working)
    return { kind, value: text, working }
  } catch (error) {
    if (!(error instanceof DurationInvalid)) throw error
    reader.report(reader.id, 'timer_invalid', `"${text.slice(0, 40)}": ${error.message}`)
    return undefined
  }
}

function checkDuration(text: string, working: boolean): void {
  const { years, months } = parseDuration(text)
  if (working && (years > 0 || months > 0)) {
    throw new DurationInvalid('working time has no months and years: take calendar="continuous"')
  }
}
