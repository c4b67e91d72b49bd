import { css } from 'lit'

/** Layout and parts of the panel; it looks at its own width, not at that of the page. */
export const panelStyles = css`
  :host {
    display: block;
    color-scheme: light dark;
    container-type: inline-size;
    font: var(--approval-font, 15px/1.5 var(--_fonts));
    color: var(--_text);
    background: var(--_surface);
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    overflow-wrap: anywhere;
  }
  :host([hidden]) {
    display: none;
  }
  h2,
  h3,
  h4,
  p,
  ul,
  ol,
  dl,
  dd,
  fieldset {
    margin: 0;
    padding: 0;
    border: 0;
    min-width: 0;
  }
  ul,
  ol {
    list-style: none;
  }
  h2 {
    font-size: 1.35em;
    line-height: 1.3;
    text-wrap: pretty;
  }
  h3 {
    font-size: 1.05em;
    margin-bottom: 10px;
  }
  h4 {
    font-size: 0.95em;
  }
  header {
    padding: var(--_gap);
    border-bottom: 1px solid var(--_border);
    display: grid;
    gap: 8px;
  }
  .title {
    display: flex;
    gap: 8px 12px;
    align-items: flex-start;
    justify-content: space-between;
    flex-wrap: wrap;
  }
  .title h2 {
    flex: 1 1 260px;
  }
  .keys {
    font-size: 1.1em;
  }
  .facts {
    display: flex;
    flex-wrap: wrap;
    gap: 2px 18px;
    color: var(--_muted);
    font-size: 0.93em;
  }
  .late {
    color: var(--_bad);
    font-weight: 600;
  }
  .badge {
    display: inline-block;
    padding: 1px 10px;
    border-radius: 99px;
    font-size: 0.87em;
    font-weight: 600;
    line-height: 1.7;
    white-space: nowrap;
    color: var(--_tone, var(--_accent));
    border: 1px solid currentColor;
  }
  .good {
    --_tone: var(--_good);
  }
  .warn {
    --_tone: var(--_warn);
  }
  .bad {
    --_tone: var(--_bad);
  }
  .off {
    --_tone: var(--_muted);
  }
  .body {
    display: grid;
    gap: calc(var(--_gap) * 1.4) calc(var(--_gap) * 1.6);
    padding: var(--_gap);
    grid-template-columns: minmax(0, 1fr);
  }
  .column {
    display: grid;
    gap: calc(var(--_gap) * 1.4);
    align-content: start;
    min-width: 0;
  }
  @container (min-width: 780px) {
    .body {
      grid-template-columns: minmax(0, 3fr) minmax(0, 2fr);
    }
  }
  .column ::slotted(*) {
    min-width: 0;
  }
  .wide {
    padding: 0 var(--_gap) var(--_gap);
  }
  approval-diagram {
    margin-top: 12px;
  }
  .values {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 200px), 1fr));
    gap: 12px 20px;
  }
  .values dt {
    color: var(--_muted);
    font-size: 0.9em;
  }
  .values dd {
    font-weight: 550;
    white-space: pre-line;
  }
  .old {
    color: var(--_muted);
    font-weight: 400;
    white-space: normal;
  }
  .values .changed {
    color: var(--_warn);
    font-size: 0.9em;
  }
  .actions {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
  /* What is decided is in view wherever the reader is, at the edge where a thumb is. */
  .bar {
    position: sticky;
    bottom: 0;
    z-index: 1;
    padding: 12px var(--_gap) max(12px, env(safe-area-inset-bottom));
    background: var(--_surface);
    border-top: 1px solid var(--_border);
    border-radius: 0 0 var(--_radius) var(--_radius);
  }
  .body :focus,
  .wide :focus {
    scroll-margin-bottom: 120px;
  }
  .choices {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    justify-content: space-between;
  }
  .choices[hidden] {
    display: none;
  }
  .choices .actions button {
    white-space: nowrap;
  }
  .choices .actions + .actions button {
    padding-inline: 12px;
    font-weight: 450;
  }
  /* Where it is narrow the first buttons share the width, and the others stand in one line. */
  @container (max-width: 479px) {
    .choices .actions {
      flex: 1 1 100%;
    }
    .choices .actions:first-child button {
      flex: 1 0 auto;
      min-height: 44px;
      padding-inline: 8px;
    }
    .choices .actions + .actions {
      flex-wrap: nowrap;
      overflow-x: auto;
    }
    .choices .actions + .actions button {
      flex: 1 0 auto;
      padding-inline: 8px;
    }
  }
  @container (max-width: 340px) {
    .choices .actions + .actions {
      gap: 4px;
    }
  }
  form {
    display: grid;
    gap: 16px;
  }
  .form {
    max-height: 60dvh;
    margin-bottom: 12px;
    padding: 16px;
    overflow-y: auto;
    background: var(--_raised);
    border-radius: var(--_radius);
  }
  .form > .actions {
    position: sticky;
    bottom: -16px;
    padding: 8px 0 16px;
    margin-bottom: -16px;
    background: var(--_raised);
  }
  .choice {
    display: flex;
    gap: 10px;
    align-items: baseline;
    padding: 5px 0;
    font-weight: 400;
  }
  .choice input {
    accent-color: var(--_accent);
    width: 16px;
    height: 16px;
    flex: none;
    transform: translateY(2px);
  }
  .inner {
    margin-left: 26px;
  }
  .note {
    padding: 10px 14px;
    border-radius: calc(var(--_radius) * 0.8);
    border: 1px solid var(--_tone, var(--_accent));
    border-left-width: 5px;
    margin-bottom: 12px;
  }
  .note strong {
    color: var(--_tone, var(--_accent));
  }
  .code {
    color: var(--_muted);
    font:
      0.87em ui-monospace,
      monospace;
  }
  .round {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 2px 12px;
    padding: 4px 0 10px;
  }
  .log {
    border-left: 2px solid var(--_border);
    margin-left: 6px;
    padding-bottom: 6px;
  }
  .entry {
    position: relative;
    padding: 0 0 16px 20px;
  }
  .entry::before {
    content: '';
    position: absolute;
    left: -7px;
    top: 0.42em;
    width: 12px;
    height: 12px;
    border-radius: 50%;
    border: 2px solid var(--_surface);
    background: var(--_tone, var(--_field));
  }
  .meta {
    color: var(--_muted);
    font-size: 0.9em;
  }
  .said {
    margin-top: 4px;
    padding: 8px 12px;
    background: var(--_raised);
    border-radius: calc(var(--_radius) * 0.8);
    white-space: pre-line;
  }
  .files {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 8px;
  }
  .files button {
    text-align: left;
  }
  .files svg {
    width: 1em;
    height: 1em;
    vertical-align: -0.12em;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.6;
    stroke-linecap: round;
  }
  .path li {
    display: grid;
    grid-template-columns: 24px 1fr;
    gap: 10px;
    padding-bottom: 14px;
  }
  .mark {
    width: 24px;
    height: 24px;
    display: grid;
    place-items: center;
    border-radius: 50%;
    font-size: 0.8em;
    font-weight: 600;
    color: var(--_muted);
    border: 1px solid var(--_field);
  }
  .current .mark {
    color: var(--_on-accent);
    background: var(--_accent);
    border-color: var(--_accent);
  }
  .centre {
    padding: 48px var(--_gap);
    text-align: center;
    display: grid;
    gap: 10px;
    justify-items: center;
  }
  .bone {
    display: block;
    height: 1em;
    border-radius: 6px;
    background: var(--_border);
    animation: breathe 1.4s ease-in-out infinite alternate;
  }
  .bone:nth-child(2n) {
    width: 60%;
  }
  .bone:nth-child(3n) {
    width: 80%;
  }
  @keyframes breathe {
    to {
      opacity: 0.45;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .bone {
      animation: none;
    }
  }
  .unseen {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
`
