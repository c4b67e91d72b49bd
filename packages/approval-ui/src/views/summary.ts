import { html, nothing, type TemplateResult } from 'lit'
import type {
  Field,
  Instance,
  InstanceStatus,
  KeyField,
  Person,
  Task,
  TaskStatus,
  TimelineItem,
} from '../contract.ts'
import { formatKeyField, formatValue, isPast } from '../format.ts'
import { labelOf } from '../labels.ts'
import type { Texts } from '../text/en.ts'
import { fill, labelIn, type Language } from '../text/texts.ts'
import { renderTime } from './time.ts'
import { renderAgent, renderBehalf } from './behalf.ts'

interface Summary {
  readonly instance: Instance
  readonly task: Task | undefined
  readonly language: Language
  readonly people: readonly Person[]
  /** How it was started; undefined as long as that is not known. */
  readonly start?: TimelineItem | undefined
  /** What the reader last saw of the values that are others now. */
  readonly before: ReadonlyMap<string, unknown>
  /** Undefined where nothing is to lead to the detail page. */
  readonly openDetail: (() => void) | undefined
  /** The page around has the title already: here it is said, and not shown. */
  readonly hideTitle?: boolean
}

const tones: Readonly<Partial<Record<InstanceStatus | TaskStatus, string>>> = {
  APPROVED: 'good',
  REJECTED: 'bad',
  TERMINATED: 'bad',
  RETURNED: 'warn',
  SUSPENDED: 'warn',
  WITHDRAWN: 'off',
}

/** What it is, who started it, how far it has come. */
export function renderHeader(summary: Summary): TemplateResult {
  const { instance, task, language, start, openDetail } = summary
  const { texts } = language
  return html`<header part="header">
    <div class=${summary.hideTitle === true ? 'unseen' : 'title'}>
      <h2 part="title" id="title" dir="auto">${instance.title}</h2>
      <span class="badge ${tones[instance.status] ?? ''}" part="badge"
        >${texts.statuses[instance.status]}</span
      >
    </div>
    ${renderKeyFields(summary)}
    <div class="facts">
      <span
        >${texts.by} <bdi>${instance.initiator.name}</bdi>${renderAgent(start, language)},
        ${renderTime(instance.createdAt, language)}</span
      >
      ${task === undefined ? nothing : html`<span>${texts.step}${texts.colon}<bdi>${task.node.name}</bdi>${renderBehalf(task.onBehalfOf, language)}</span>`}
      ${instance.round > 1 ? html`<span>${fill(texts.round, { n: instance.round })}</span>` : nothing}
      <span>${texts.process}${texts.colon}<bdi>${instance.definition.name}</bdi></span>
      ${task === undefined ? nothing : renderHolding(task, language)}
      ${task === undefined ? nothing : renderDue(task, language)}
    </div>
    ${
      openDetail === undefined
        ? nothing
        : html`<div>
            <button type="button" part="button detail" @click=${openDetail}>
              ${texts.openDetail}
            </button>
          </div>`
    }
  </header>`
}

/** What is to be decided, at a glance. */
function renderKeyFields(summary: Summary) {
  const { instance, language, people } = summary
  const { keyFields = [] } = instance
  if (keyFields.length === 0) return nothing
  return html`<dl class="values keys" part="key-fields">
    ${keyFields.map((one) => {
      const field = summary.task?.fields.find(({ name }) => name === one.name)
      const old = keyFieldBefore(one, summary)
      const shown = {
        label: labelIn(one.label, language),
        value: formatKeyField(one, language, people),
        ...(old === undefined ? {} : { before: formatKeyField(old, language, people) }),
      }
      return renderValue(shown, field ?? withoutTask(one.name), summary)
    })}
  </dl>`
}

/** A key field as the reader last saw it, in the currency of then; undefined where it is the same. */
function keyFieldBefore(field: KeyField, { before, instance }: Summary): KeyField | undefined {
  // Which variable has the currency is not told: it is one with this value.
  const currency = [...before].find(
    ([name, old]) =>
      field.currency &&
      field.currency === instance.variables[name] &&
      /^[A-Z]{3}$/.test(String(old)),
  )?.[1] as string | undefined
  // What had no value before has nothing to strike.
  const value = (before.get(field.name) ?? undefined) as KeyField['value'] | undefined
  if (value === undefined && !currency) return undefined
  return { ...field, value: value ?? field.value, ...(currency && { currency }) }
}

/** Who has shown a copy, and with whom a task is that its owner has lent, or that waits for others. */
function renderHolding({ status, owner, assignee, copiedBy }: Task, { texts }: Language) {
  if (copiedBy !== undefined) {
    return html`<span>${texts.copiedBy}${texts.colon}<bdi>${copiedBy.name}</bdi></span>`
  }
  if (status === 'WAITING') return html`<span>${texts.waitsForOthers}</span>`
  if (status !== 'DELEGATED' || owner === undefined || assignee === null) return nothing
  return html`<span>${fill(texts.lentTo, { owner: owner.name, holder: assignee.name })}</span>`
}

function renderDue({ dueAt, allowedActions }: Task, language: Language) {
  if (dueAt === null) return nothing
  const { texts } = language
  const late = isPast(dueAt, new Date()) && allowedActions.length > 0
  return html`<span class=${late ? 'late' : ''}
    >${late ? texts.overdue : texts.due} ${renderTime(dueAt, language)}</span
  >`
}

/** Of a document's version. They say nothing to people; its number and file are there as well. */
const idsOfVersion = new Set(['documentId', 'versionId', 'sha256'])

/** The other declared values that the node lets its people see: what is above does not come again. */
export function renderValues(summary: Summary) {
  const { instance, task, language, people, before } = summary
  const { texts } = language
  const shown = new Set(instance.keyFields?.map(({ name }) => name))
  const names = new Set([...Object.keys(instance.variables), ...before.keys()])
  const seen = task?.fields ?? [...names].map(withoutTask)
  const isHidden = (name: string) => instance.bizType === 'dms.document' && idsOfVersion.has(name)
  const fields = seen.filter(({ name }) => !shown.has(name) && !isHidden(name))
  if (fields.length === 0 && shown.size > 0) return nothing
  return html`<section part="values" aria-labelledby="subject">
    <h3 id="subject">${texts.subject}</h3>
    ${
      fields.length === 0
        ? html`<p class="hint">${texts.nothingDeclared}</p>`
        : html`<dl class="values">
            ${fields.map((field) => {
              const { name, type } = field
              const value = formatValue(type, instance.variables[name], language, people)
              const old = before.has(name)
                ? { before: formatValue(type, before.get(name), language, people) ?? texts.noValue }
                : {}
              const shown = { label: labelOf(name, summary, language), value, ...old }
              return renderValue(shown, field, summary)
            })}
          </dl>`
    }
  </section>`
}

interface ShownValue {
  readonly label: string
  readonly value: string | undefined
  /** What the reader last saw in its place. */
  readonly before?: string
}

function renderValue(
  { label, value, before }: ShownValue,
  { name }: Declared,
  { task, language: { texts } }: Summary,
): TemplateResult {
  const decided = task?.changedSince.filter(({ names }) => names.includes(name)) ?? []
  const step = decided.map(({ node }) => node.name).join(texts.comma)
  const shown = value ?? html`<span class="hint">${texts.noValue}</span>`
  const old = before === undefined ? nothing : renderBefore(before, texts)
  return html`<div>
    <dt><bdi>${label}</bdi></dt>
    <dd dir="auto">${old}${shown}</dd>
    ${step === '' ? nothing : html`<dd class="changed">${fill(texts.changedAfter, { step })}</dd>`}
  </div>`
}

/** Struck for the eye, and said for whoever does not see that. */
const renderBefore = (before: string, texts: Texts) =>
  html`<span class="old"
    ><span class="unseen">${texts.valueBefore}</span> <del>${before}</del>
    <span class="unseen">${texts.valueNow}</span>
  </span>`

type Declared = ReturnType<typeof withoutTask> | Field

const withoutTask = (name: string) => ({ name, type: undefined })
