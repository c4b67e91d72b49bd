import { html, nothing, type TemplateResult } from 'lit'
import type { Diagram } from '../contract.ts'
import { ApprovalProblem } from '../problem.ts'
import type { Language } from '../text/texts.ts'

export type DiagramView = 'hidden' | 'loading' | Diagram | ApprovalProblem

/** The process as a drawing, and the button that shows or hides it. */
export function renderDiagram(
  view: DiagramView,
  { texts, tag }: Language,
  { theme, toggle }: { readonly theme: string | null; readonly toggle: () => void },
): TemplateResult {
  const shown = view !== 'hidden'
  return html`<section part="diagram" aria-label=${texts.diagram}>
    <button type="button" part="button" aria-expanded=${shown} @click=${toggle}>
      ${shown ? texts.hideDiagram : texts.showDiagram}
    </button>
    ${view === 'loading' ? html`<p role="status">${texts.working}</p>` : nothing}
    ${
      view instanceof ApprovalProblem
        ? html`<p class="fault" role="alert">
            ${texts.diagramFailed} <span class="code">${view.code}</span>
          </p>`
        : nothing
    }
    ${
      typeof view === 'object' && 'bpmnXml' in view
        ? html`<approval-diagram
            exportparts="drawing"
            theme=${theme ?? nothing}
            lang=${tag}
            .diagram=${view}
          ></approval-diagram>`
        : nothing
    }
  </section>`
}
