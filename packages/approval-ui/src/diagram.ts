import { css, html, LitElement, nothing, svg, type TemplateResult } from 'lit'
import type { Diagram, NodeState } from './contract.ts'
import { define } from './define.ts'
import { readDrawing, type Drawing } from './diagram/drawing.ts'
import { boxOf, middleOf, wrapName } from './diagram/geometry.ts'
import type { Edge, Shape } from './diagram/shapes.ts'
import { tokens } from './styles.ts'
import { findLanguage } from './text/texts.ts'

const lineHeight = 14

/**
 * `<approval-diagram>`: a process as it was drawn, with the progress of one approval in it, read
 * only. The panel loads it on demand; a page may use it alone: set `diagram` and `lang`.
 */
export class ApprovalDiagram extends LitElement {
  static override properties = {
    diagram: { attribute: false },
    language: { attribute: 'lang' },
  }

  static override styles = [
    tokens,
    css`
      :host {
        display: block;
        color: var(--_text);
      }
      .scroll {
        overflow: auto;
        max-height: 480px;
        border: 1px solid var(--_border);
        border-radius: var(--_radius);
      }
      svg {
        display: block;
        margin: auto;
        font:
          12px system-ui,
          sans-serif;
      }
      text {
        fill: currentColor;
        text-anchor: middle;
      }
      .label {
        font-size: 11px;
        paint-order: stroke;
        stroke: var(--_surface);
        stroke-width: 3px;
      }
      .shape {
        fill: var(--_surface);
        stroke: var(--_field);
        stroke-width: 1.5;
      }
      .container {
        fill: none;
        stroke-dasharray: 6 4;
      }
      .end .shape {
        stroke-width: 3.5;
      }
      .edge {
        fill: none;
        stroke: var(--_field);
        stroke-width: 1.4;
      }
      .arrow {
        fill: var(--_field);
      }
      .active .shape {
        stroke: var(--_accent);
        stroke-width: 3;
        fill: color-mix(in oklab, var(--_accent) 14%, var(--_surface));
      }
      .done .shape {
        stroke: var(--_good);
        fill: color-mix(in oklab, var(--_good) 12%, var(--_surface));
      }
      .rejected .shape {
        stroke: var(--_bad);
        fill: color-mix(in oklab, var(--_bad) 12%, var(--_surface));
      }
      .returned .shape {
        stroke: var(--_warn);
        stroke-dasharray: 5 3;
        fill: color-mix(in oklab, var(--_warn) 12%, var(--_surface));
      }
      .sign {
        font-size: 20px;
        dominant-baseline: central;
      }
      ul {
        padding-left: 20px;
        margin: 6px 0 0;
      }
      .unseen {
        position: absolute;
        width: 1px;
        height: 1px;
        overflow: hidden;
        clip-path: inset(50%);
      }
    `,
  ]

  declare diagram: Diagram | undefined
  declare language: string | undefined

  protected override render(): TemplateResult | typeof nothing {
    const { diagram } = this
    if (diagram === undefined) return nothing
    const { texts } = findLanguage(this.language)
    const drawing = readDrawing(diagram.bpmnXml)
    const states = new Map(diagram.nodes.map(({ id, state }) => [id, state]))
    const list = html`<ul>
      ${diagram.nodes.map(
        ({ id, state }) =>
          html`<li>${drawing.names.get(id) ?? id}: ${texts.nodeStates[state]}</li>`,
      )}
    </ul>`
    if (drawing.shapes.length === 0)
      return html`<p>${texts.diagramNone}</p>
        ${list}`
    return html`<div
        class="scroll"
        part="drawing"
        tabindex="0"
        role="region"
        aria-label=${texts.diagramLabel}
      >
        ${drawSvg(drawing, states)}
      </div>
      <div class="unseen">${list}</div>`
  }
}

function drawSvg(drawing: Drawing, states: ReadonlyMap<string, NodeState>): TemplateResult {
  const { x, y, width, height } = boxOf(drawing)
  // The list beside it says the same in words.
  return html`<svg
    viewBox="${x} ${y} ${width} ${height}"
    width=${width}
    height=${height}
    aria-hidden="true"
  >
    <defs>
      <marker
        id="arrow"
        viewBox="0 0 10 10"
        refX="9"
        refY="5"
        markerWidth="7"
        markerHeight="7"
        orient="auto-start-reverse"
      >
        <path class="arrow" d="M0 0L10 5L0 10z" />
      </marker>
    </defs>
    ${drawing.edges.map(drawEdge)}
    ${drawing.shapes.map((shape) => drawShape(shape, states.get(shape.id)))}
    ${drawing.edges.map(drawEdgeName)}
  </svg>`
}

const drawEdge = ({ points }: Edge) =>
  svg`<polyline class="edge" marker-end="url(#arrow)"
    points=${points.map(({ x, y }) => `${x},${y}`).join(' ')} />`

function drawEdgeName({ name, points }: Edge) {
  const at = middleOf(points)
  if (at === undefined || name === '') return nothing
  return svg`<text class="label" x=${at.x} y=${at.y - 5}>${wrapName(name, 24, 1)[0]}</text>`
}

function drawShape(shape: Shape, state: NodeState | undefined) {
  const { x, y, width, height, kind } = shape
  const [middleX, middleY] = [x + width / 2, y + height / 2]
  return svg`<g class="${kind} ${state ?? ''}">
    ${drawOutline(shape)}
    ${
      shape.sign === ''
        ? nothing
        : svg`<text class="sign" x=${middleX} y=${middleY}>${shape.sign}</text>`
    }
    ${drawName(shape, middleX, middleY)}
    <title>${shape.name}</title>
  </g>`
}

function drawOutline({ x, y, width, height, kind }: Shape) {
  const [middleX, middleY] = [x + width / 2, y + height / 2]
  switch (kind) {
    case 'event':
    case 'end':
      return svg`<ellipse class="shape" cx=${middleX} cy=${middleY} rx=${width / 2} ry=${height / 2} />`
    case 'gateway':
      return svg`<path class="shape" d="M${middleX} ${y}L${x + width} ${middleY}L${middleX} ${
        y + height
      }L${x} ${middleY}z" />`
    case 'container':
      return svg`<rect class="shape container" x=${x} y=${y} width=${width} height=${height} rx="8" />`
    case 'note':
      return nothing
    case 'task':
      return svg`<rect class="shape" x=${x} y=${y} width=${width} height=${height} rx="8" />`
  }
}

function drawName(shape: Shape, middleX: number, middleY: number) {
  const { name, kind, x, y, width, height, label } = shape
  if (kind === 'container') {
    return svg`<text class="label" x=${x + width / 2} y=${y + 16}>${wrapName(name, 40, 1)[0]}</text>`
  }
  const inside = kind === 'task' || kind === 'note'
  const rows = Math.max(1, Math.floor(height / lineHeight) - 1)
  const lines = inside ? wrapName(name, Math.floor((width - 8) / 7.2), rows) : wrapName(name, 20, 2)
  const outside = label === undefined ? y + height + 15 : label.y + 11
  const first = inside ? middleY - ((lines.length - 1) * lineHeight) / 2 + 4 : outside
  const at = inside || label === undefined ? middleX : label.x + label.width / 2
  return lines.map(
    (line, index) =>
      svg`<text class=${inside ? '' : 'label'} x=${at} y=${first + index * lineHeight}>${line}</text>`,
  )
}

define('approval-diagram', ApprovalDiagram)

declare global {
  interface HTMLElementTagNameMap {
    'approval-diagram': ApprovalDiagram
  }
}
