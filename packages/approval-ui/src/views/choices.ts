import { html, nothing, type TemplateResult } from 'lit'
import { isImmediate, type ActionName } from '../actions.ts'
import type { Task } from '../contract.ts'
import type { Language } from '../text/texts.ts'

const primary: ReadonlySet<ActionName> = new Set(['approve', 'resolve', 'claim', 'read'])
const main: ReadonlySet<ActionName> = new Set([...primary, 'reject', 'return'])

interface Choosing {
  /** The form of one of them is in their place. */
  readonly isHidden: boolean
  /** What is being sent. */
  readonly busy: ActionName | undefined
  readonly texts: Language['texts']
  readonly press: (action: ActionName) => void
}

/** A button for each action: what decides first, beside it what else can be done. */
export function renderChoices(offered: readonly ActionName[], choosing: Choosing): TemplateResult {
  return html`<div class="choices" ?hidden=${choosing.isHidden}>
    ${renderButtons(
      offered.filter((action) => main.has(action)),
      choosing,
    )}
    ${renderButtons(
      offered.filter((action) => !main.has(action)),
      choosing,
    )}
  </div>`
}

function renderButtons(actions: readonly ActionName[], { busy, texts, press }: Choosing) {
  if (actions.length === 0) return nothing
  return html`<div class="actions" part="actions">
    ${actions.map(
      (action) =>
        html`<button
          type="button"
          part="button action ${action}"
          data-action=${action}
          class="${primary.has(action) ? 'primary' : ''} ${action === 'reject' ? 'bad' : ''}"
          ?disabled=${busy !== undefined}
          @click=${() => press(action)}
        >
          ${busy === action && isImmediate(action) ? texts.working : texts.actions[action]}
        </button>`,
    )}
  </div>`
}

/** In place of the buttons where there are none: with whom the task is. */
export function renderNothingToDo(task: Task, texts: Language['texts']): TemplateResult {
  const live = ['OPEN', 'CLAIMED', 'DELEGATED'].includes(task.status)
  const holder = task.assignee?.name ?? task.candidates.map(({ name }) => name).join(texts.comma)
  return html`<p class="hint">
    ${texts.waiting}
    ${live && holder ? html`${texts.assignee}${texts.colon}<bdi>${holder}</bdi>` : nothing}
  </p>`
}
