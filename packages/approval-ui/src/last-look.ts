import { css, html, LitElement, nothing, type TemplateResult } from 'lit'
import type { Instance, LastLook, Task } from './contract.ts'
import { define } from './define.ts'
import { labelOf } from './labels.ts'
import { tokens } from './styles.ts'
import { lastLookTexts } from './text/last-look.ts'
import { fill, type Language } from './text/texts.ts'

export interface Looked {
  readonly task: Task | undefined
  readonly instance: Instance
  readonly lastLook: LastLook
}

/**
 * That something is different since the reader last saw it, and what: the values themselves are marked in their
 * places. The panel loads it where the reader has seen the approval before, and writes between its tags when that was.
 */
export class ApprovalLastLook extends LitElement {
  static override properties = { shown: { attribute: false }, language: { attribute: false } }

  static override styles = [
    tokens,
    css`
      :host {
        display: block;
      }
      .since {
        display: flex;
        flex-wrap: wrap;
        align-items: baseline;
        gap: 2px 14px;
        padding: 10px var(--_gap);
        border-bottom: 1px solid var(--_border);
        border-inline-start: 4px solid var(--_tone, var(--_border));
      }
      .different {
        --_tone: var(--_warn);
      }
      strong {
        color: var(--_tone, var(--_text));
      }
      ul {
        display: flex;
        flex-wrap: wrap;
        gap: 2px 8px;
        margin: 0;
        padding: 0;
        list-style: none;
      }
      li:not(:last-child)::after {
        content: ' ·';
      }
      .meta {
        color: var(--_muted);
        font-size: 0.9em;
      }
    `,
  ]

  declare shown: Looked
  declare language: Language

  protected override render(): TemplateResult | typeof nothing {
    const { language, shown } = this
    const { task, instance, lastLook } = shown
    const { seen } = lastLook
    const texts = lastLookTexts(language.tag)
    const things = [...valuesIn(shown, language), ...filesIn(shown, language)]
    const isBack = seen !== null && instance.round > seen.round
    const isAsked = (task?.allowedActions.length ?? 0) > 0
    const isSame = things.length === 0
    if (seen === null || (isSame && !(isBack && isAsked))) return nothing
    const text = isSame ? texts.sameSince : texts.changedSince
    return html`<div class="since ${isSame ? '' : 'different'}" part="since">
      <strong>${fill(text, { seen: texts.seenBy[seen.action ?? 'look'] })}</strong>
      ${
        isSame
          ? nothing
          : html`<ul>
              ${things.map((thing) => html`<li><bdi>${thing}</bdi></li>`)}
            </ul>`
      }
      <span class="meta">${fill(language.texts.round, { n: seen.round })} · <slot></slot></span>
    </div>`
  }
}

/** Names of the values; a document that is another version is one thing, whatever tells of it. */
function valuesIn({ lastLook: { changes }, task, instance }: Looked, language: Language) {
  const names = new Set(changes.map(({ name }) => name))
  const isVersion = names.has('versionId') && names.has('sha256')
  const labels = changes.flatMap(({ name, label }) => {
    if (isVersion && ofVersion.has(name)) return []
    const field = task?.fields.find((one) => one.name === name)
    // What the task does not show is shown nowhere on the page.
    if (task !== undefined && field === undefined) return []
    return labelOf(name, { task, instance }, language, label)
  })
  return isVersion ? [lastLookTexts(language.tag).newVersion, ...labels] : labels
}

const ofVersion = new Set([
  'documentId',
  'versionId',
  'versionNo',
  'sha256',
  'contentType',
  'sizeBytes',
])

function filesIn({ lastLook: { attachments } }: Looked, { tag }: Language): readonly string[] {
  const { fileAdded, fileRemoved } = lastLookTexts(tag)
  return attachments.map(({ name, change }) =>
    fill(change === 'added' ? fileAdded : fileRemoved, { name }),
  )
}

define('approval-last-look', ApprovalLastLook)
