import { css } from 'lit'
import { colours, fonts } from './look.ts'

/** Colours and letters of the platform, and what the panel adds. */
export const tokens = [
  colours,
  fonts,
  css`
    :host {
      --_radius: var(--approval-radius, 10px);
      --_gap: var(--approval-gap, 20px);
    }
    :host([theme='light']) {
      color-scheme: light;
    }
    :host([theme='dark']) {
      color-scheme: dark;
    }
    * {
      box-sizing: border-box;
    }
    :focus-visible {
      outline: 2px solid var(--_accent);
      outline-offset: 2px;
    }
  `,
]

/** Buttons and fields, shared by the panel and the people field. */
export const controls = css`
  button {
    font: inherit;
    font-weight: 550;
    min-height: 40px;
    padding: 6px 16px;
    border-radius: calc(var(--_radius) * 0.8);
    border: 1px solid var(--_border);
    background: var(--_surface);
    color: var(--_text);
    cursor: pointer;
  }
  button:hover:not(:disabled) {
    background: var(--_raised);
    border-color: var(--_field);
  }
  button:disabled {
    opacity: 0.65;
    cursor: default;
  }
  button.primary {
    background: var(--_accent);
    border-color: var(--_accent);
    color: var(--_on-accent);
  }
  button.primary:hover:not(:disabled) {
    background: color-mix(in oklab, var(--_accent) 88%, var(--_text));
  }
  button.bad {
    color: var(--_bad);
  }
  button.quiet {
    border-color: transparent;
    background: transparent;
    color: var(--_accent);
    padding-inline: 8px;
  }
  button[aria-expanded='true'] {
    border-color: var(--_accent);
    box-shadow: inset 0 0 0 1px var(--_accent);
  }
  label,
  legend {
    font-weight: 550;
    padding: 0;
  }
  label:not(.choice) {
    display: block;
    margin-bottom: 4px;
  }
  input:not([type='radio'], [type='checkbox']),
  textarea {
    font: inherit;
    width: 100%;
    min-height: 40px;
    padding: 8px 12px;
    color: inherit;
    background: var(--_surface);
    border: 1px solid var(--_field);
    border-radius: calc(var(--_radius) * 0.8);
  }
  textarea {
    min-height: 76px;
    resize: vertical;
    display: block;
  }
  [aria-invalid='true'] {
    border-color: var(--_bad) !important;
  }
  .fault {
    color: var(--_bad);
    margin: 4px 0 0;
  }
  .hint {
    color: var(--_muted);
    font-weight: 400;
  }
`
