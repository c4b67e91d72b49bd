// Generated from packages/repo-checks/src/look by `pnpm generate`; do not edit.
import { css } from 'lit'

/** Colours are custom properties of the host, so that a page can give its own. */
export const colours = css`
  :host {
    --_accent: var(--approval-accent, light-dark(#1f4fd8, #8fb0ff));
    --_on-accent: var(--approval-on-accent, light-dark(#ffffff, #0d1422));
    --_text: var(--approval-text, light-dark(#1c2230, #e9ebf1));
    --_muted: var(--approval-muted, light-dark(#585d68, #aeb6c5));
    --_surface: var(--approval-surface, light-dark(#ffffff, #1a1f2a));
    --_raised: var(--approval-raised, light-dark(#f8f6f3, #212735));
    --_border: var(--approval-border, light-dark(#dedbd3, #343b4a));
    --_field: var(--approval-field, light-dark(#898a8f, #77809a));
    --_good: var(--approval-good, light-dark(#1b6a3b, #7fd6a0));
    --_bad: var(--approval-bad, light-dark(#a3161b, #ffb3b3));
    --_warn: var(--approval-warn, light-dark(#754b00, #f0c674));
  }
  @media (prefers-contrast: more) {
    :host {
      --_accent: var(--approval-accent, light-dark(#0b2f9c, #bdd0ff));
      --_on-accent: var(--approval-on-accent, light-dark(#ffffff, #000000));
      --_text: var(--approval-text, light-dark(#000000, #ffffff));
      --_muted: var(--approval-muted, light-dark(#2b303b, #dbe0ea));
      --_surface: var(--approval-surface, light-dark(#ffffff, #000000));
      --_raised: var(--approval-raised, light-dark(#eef0f4, #1b202b));
      --_border: var(--approval-border, light-dark(#5c6270, #8a93a5));
      --_field: var(--approval-field, light-dark(#1c2230, #dbe0ea));
      --_good: var(--approval-good, light-dark(#0b4a25, #a6ecc0));
      --_bad: var(--approval-bad, light-dark(#7d0d12, #ffcdcd));
      --_warn: var(--approval-warn, light-dark(#4f3200, #ffdf9e));
    }
  }
`

/** The system's own letters, in the order for the language of the page around it. */
export const fonts = css`
  :host {
    --_fonts:
      system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'PingFang SC', 'Hiragino Sans GB',
      'Microsoft YaHei UI', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Noto Sans SC',
      'WenQuanYi Micro Hei', sans-serif;
  }
  :host(:lang(zh)) {
    --_fonts:
      -apple-system, 'PingFang SC', 'Hiragino Sans GB', 'Microsoft YaHei UI', 'Microsoft YaHei',
      'Noto Sans CJK SC', 'Noto Sans SC', 'WenQuanYi Micro Hei', system-ui, sans-serif;
  }
`
