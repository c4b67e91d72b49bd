import { html, nothing, type TemplateResult } from 'lit'
import { differ } from '../actions.ts'
import type {
  Field,
  Instance,
  InstanceStatus,
  Person,
  Task,
  TaskStatus,
  TimelineItem,
} from '../contract.ts'
import { formatTime, formatValue, isPast } from '../format.ts'
import { fill, type Language } from '../text/texts.ts'
import { renderAgent, renderBehalf } from './behalf.ts'

interface Summary {
  readonly instance: Instance
  readonly task: Task | undefined
  readonly language: Language
  readonly people: readonly Person[]
  /** How it was started; undefined as long as that is not known. */
  readonly start?: TimelineItem | undefined
  /** The values that the reader had seen, where these are no longer the same. */
  readonly before?: Instance['variables'] | undefined
  /** Undefined where nothing is to lead to the detail page. */
  readonly openDetail: (() => void) | undefined
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
    <div class="title">
      <h2 part="title" id="title" dir="auto">${instance.title}</h2>
      <span class="badge ${tones[instance.status] ?? ''}" part="badge"
        >${texts.statuses[instance.status]}</span
      >
    </div>
    <div class="facts">
      <span
        >${texts.by} <bdi>${instance.initiator.name}</bdi>${renderAgent(start, language)},
        <time datetime=${instance.createdAt}
          >${formatTime(instance.createdAt, language)}</time
        ></span
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
    >${late ? texts.overdue : texts.due} ${formatTime(dueAt, language)}</span
  >`
}

/** The declared values that the node lets its people see. */
export function renderValues(summary: Summary): TemplateResult {
  const { instance, task, language, people } = summary
  const { texts } = language
  const fields = task?.fields ?? Object.keys(instance.variables).map(withoutTask)
  return html`<section part="values" aria-labelledby="subject">
    <h3 id="subject">${texts.subject}</h3>
    ${
      fields.length === 0
        ? html`<p class="hint">${texts.nothingDeclared}</p>`
        : html`<dl class="values">
            ${fields.map((field) => {
              const { name, type, label } = field
              const value = formatValue(type, instance.variables[name], language, people)
              return html`<div>
                <dt><bdi>${label ?? instance.labels[name] ?? name}</bdi></dt>
                <dd dir="auto">${value ?? html`<span class="hint">${texts.noValue}</span>`}</dd>
                ${marksOf(field, summary).map((mark) => html`<dd class="changed">${mark}</dd>`)}
              </div>`
            })}
          </dl>`
    }
  </section>`
}

const withoutTask = (name: string) => ({ name, type: undefined, label: null })

/** What has become of a value since the reader saw it, and since others decided on it. */
function marksOf(
  { name, type }: ReturnType<typeof withoutTask> | Field,
  { instance, task, language, people, before }: Summary,
): readonly string[] {
  const { texts } = language
  const marks: string[] = []
  if (before !== undefined && differ(before[name], instance.variables[name])) {
    const value = formatValue(type, before[name], language, people) ?? texts.noValue
    marks.push(fill(texts.changedFrom, { value }))
  }
  const decided = task?.changedSince.filter(({ names }) => names.includes(name)) ?? []
  if (decided.length > 0) {
    const step = decided.map(({ node }) => node.name).join(texts.comma)
    marks.push(fill(texts.changedAfter, { step }))
  }
  return marks
}
