import { html, nothing, type TemplateResult } from 'lit'
import type { PathStep, Seat } from '../contract.ts'
import { renderBehalf } from './behalf.ts'
import type { PanelState } from '../store.ts'
import { fill, textFor, type Language } from '../text/texts.ts'

/** Where it goes from here if everybody approves; nothing once it has ended. */
export function renderForecast(
  { forecast: path, forecastProblem }: Pick<PanelState, 'forecast' | 'forecastProblem'>,
  { texts }: Language,
) {
  if (forecastProblem !== undefined) {
    return html`<p class="hint">
      ${texts.forecastFailed} <span class="code">${forecastProblem.code}</span>
    </p>`
  }
  if (path === undefined || (path.steps.length === 0 && path.complete)) return nothing
  return html`<section part="forecast" aria-labelledby="forecast">
    <h3 id="forecast">${texts.forecast}</h3>
    <ol class="path">
      ${path.steps.map((step, index) => renderStep(step, index, { texts }))}
    </ol>
    <p class="hint">
      ${path.openQuestion !== null || !path.complete ? texts.forecastOpen : texts.forecastEnd}
    </p>
  </section>`
}

function renderStep(
  { node, kind, state, people, mode, seats = [] }: PathStep,
  index: number,
  { texts }: Pick<Language, 'texts'>,
): TemplateResult {
  const names = people.map(({ name }) => name).join(texts.comma)
  const rule = people.length > 1 && mode !== null ? (textFor(texts.modes, mode) ?? '') : ''
  const notes = [kind === 'copy' ? texts.informed : '', rule].filter((note) => note !== '')
  return html`<li class=${state === 'active' ? 'current' : ''} part="step">
    <span class="mark" aria-hidden="true">${index + 1}</span>
    <div>
      <div>
        <strong><bdi>${node.name}</bdi></strong> ${
          state === 'active' ? html`<span class="badge">${texts.now}</span>` : nothing
        }
      </div>
      <div class="meta">
        ${
          seats.some(isTold)
            ? notes.join(' · ')
            : html`<bdi>${names === '' ? texts.nobody : names}</bdi>${
                  notes.length === 0 ? nothing : ` · ${notes.join(' · ')}`
                }`
        }
      </div>
      ${
        seats.some(isTold)
          ? html`<ul class="meta seats" part="seats">
              ${seats.map((seat) => html`<li>${renderSeat(seat, { texts })}</li>`)}
            </ul>`
          : nothing
      }
    </div>
  </li>`
}

/** Whether a seat says more than who is asked. */
const isTold = ({ status, owner, onBehalfOf }: Seat): boolean =>
  status !== 'OPEN' || owner !== undefined || onBehalfOf !== undefined

function renderSeat(
  { people, status, onBehalfOf, owner }: Seat,
  { texts }: Pick<Language, 'texts'>,
): TemplateResult {
  const names = people.map(({ name }) => name).join(texts.comma)
  const whose = renderBehalf(onBehalfOf, { texts })
  if (owner !== undefined) {
    return html`<bdi>${fill(texts.lentTo, { owner: owner.name, holder: names })}</bdi>${whose}`
  }
  return html`<bdi>${names === '' ? texts.nobody : names}</bdi>${whose} · ${texts.statuses[status]}`
}
