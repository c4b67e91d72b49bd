import { html, nothing, type TemplateResult } from 'lit'
import type { Instance, InstanceStatus, Person, Task, TaskStatus } from '../contract.ts'
import { formatTime, formatValue, isPast } from '../format.ts'
import { fill, type Language } from '../text/texts.ts'

interface Summary {
  readonly instance: Instance
  readonly task: Task | undefined
  readonly language: Language
  readonly people: readonly Person[]
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
  const { instance, task, language, openDetail } = summary
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
        >${texts.by} <bdi>${instance.initiator.name}</bdi>,
        <time datetime=${instance.createdAt}
          >${formatTime(instance.createdAt, language)}</time
        ></span
      >
      ${task === undefined ? nothing : html`<span>${texts.step}${texts.colon}<bdi>${task.node.name}</bdi></span>`}
      ${instance.round > 1 ? html`<span>${fill(texts.round, { n: instance.round })}</span>` : nothing}
      <span>${texts.process}${texts.colon}<bdi>${instance.definition.name}</bdi></span>
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

function renderDue({ dueAt, allowedActions }: Task, language: Language) {
  if (dueAt === null) return nothing
  const { texts } = language
  const late = isPast(dueAt, new Date()) && allowedActions.length > 0
  return html`<span class=${late ? 'late' : ''}
    >${late ? texts.overdue : texts.due} ${formatTime(dueAt, language)}</span
  >`
}

/** The declared values that the node lets its people see. */
export function renderValues({ instance, task, language, people }: Summary): TemplateResult {
  const { texts } = language
  const fields = task?.fields ?? Object.keys(instance.variables).map(withoutTask)
  return html`<section part="values" aria-labelledby="subject">
    <h3 id="subject">${texts.subject}</h3>
    ${
      fields.length === 0
        ? html`<p class="hint">${texts.nothingDeclared}</p>`
        : html`<dl class="values">
            ${fields.map(({ name, type, label }) => {
              const value = formatValue(type, instance.variables[name], language, people)
              return html`<div>
                <dt><bdi>${label ?? instance.labels[name] ?? name}</bdi></dt>
                <dd dir="auto">${value ?? html`<span class="hint">${texts.noValue}</span>`}</dd>
              </div>`
            })}
          </dl>`
    }
  </section>`
}

const withoutTask = (name: string) => ({ name, type: undefined, label: null })
