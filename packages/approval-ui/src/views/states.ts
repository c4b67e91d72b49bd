import { html, nothing, type TemplateResult } from 'lit'
import type { ApprovalProblem } from '../problem.ts'
import { renderBehalf } from './behalf.ts'
import type { Notice } from '../store.ts'
import type { Language } from '../text/texts.ts'
import { renderTime } from './time.ts'

/** Bones of the panel while it loads, as large as what will stand there. */
export function renderSkeleton({ texts }: Language): TemplateResult {
  const bones = (count: number) =>
    Array.from({ length: count }, () => html`<span class="bone"></span>`)
  return html`<div part="loading" aria-busy="true">
    <span class="unseen" role="status">${texts.loading}</span>
    <header aria-hidden="true">${bones(2)}</header>
    <div class="body" aria-hidden="true">
      <div class="column">${bones(5)}</div>
      <div class="column">${bones(4)}</div>
    </div>
  </div>`
}

export function renderEmpty({ texts }: Language): TemplateResult {
  return html`<div class="centre" part="empty">
    <h2>${texts.emptyTitle}</h2>
    <p class="hint">${texts.emptyText}</p>
  </div>`
}

export function renderFailure(
  problem: ApprovalProblem,
  { texts }: Language,
  retry: () => void,
): TemplateResult {
  return html`<div class="centre" part="error" role="alert">
    <h2>${texts.failedTitle}</h2>
    <p>${problem.code === 'network' ? texts.networkTitle : problem.message}</p>
    ${renderCode(problem, texts.requestId)}
    <button type="button" part="button" class="primary" @click=${retry}>${texts.retry}</button>
  </div>`
}

/** Why something small was not done, beside it. */
export function renderRefusal(
  said: string,
  problem: ApprovalProblem | undefined,
): TemplateResult | typeof nothing {
  if (problem === undefined) return nothing
  return html`<p class="fault" role="alert">
    ${said}: ${problem.message} <span class="code">${problem.code}</span>
  </p>`
}

function renderCode({ code, requestId }: ApprovalProblem, label: string): TemplateResult {
  return html`<p class="code">
    ${code}${requestId === undefined ? nothing : html` · ${label} ${requestId}`}
  </p>`
}

/** Says what came of an action, or why nothing did. */
export function renderNotice(notice: Notice, language: Language): TemplateResult {
  const { texts } = language
  switch (notice.kind) {
    case 'done':
      return html`<div class="note good" part="notice" tabindex="-1">
        <strong>✓ ${texts.done}${texts.colon}${texts.actions[notice.action]}</strong>
      </div>`
    case 'changed':
    case 'content':
      return html`<div class="note warn" part="notice" tabindex="-1">
        ${notice.kind === 'content' ? texts.contentChanged : texts.changedMeanwhile}
      </div>`
    case 'decided':
      return renderDecided(notice, language)
    case 'problem':
      return html`<div class="note bad" part="notice" tabindex="-1">
        <strong
          >${notice.problem.code === 'network' ? texts.networkTitle : notice.problem.message}</strong
        >
        ${notice.problem.code === 'network' ? html`<p>${texts.networkText}</p>` : nothing}
        ${notice.problem.faults.map(({ detail }) => html`<p>${detail}</p>`)}
        ${renderCode(notice.problem, texts.requestId)}
      </div>`
  }
}

function renderDecided(
  { outcome }: Extract<Notice, { kind: 'decided' }>,
  language: Language,
): TemplateResult {
  const { texts } = language
  const ended = outcome?.endedBy ?? null
  const person = ended ?? outcome?.assignee ?? null
  return html`<div class="note warn" part="notice" tabindex="-1">
    <strong>${outcome?.endedAt === null ? texts.heldBefore : texts.decidedBefore}</strong>
    ${
      outcome === undefined
        ? nothing
        : html`<p>
            ${texts.statuses[outcome.status]}${
              person === null ? nothing : html` · <bdi>${person.name}</bdi>`
            }${renderBehalf(outcome.onBehalfOf, language)}${
              outcome.endedAt === null ? nothing : html` · ${renderTime(outcome.endedAt, language)}`
            }
          </p>`
    }
  </div>`
}
