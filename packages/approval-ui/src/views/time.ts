import { html } from 'lit'
import { formatSince, formatTime } from '../format.ts'
import type { Language } from '../text/texts.ts'

/** How long ago or in how long, with day and time at hand. */
export const renderTime = (at: string, language: Language) =>
  html`<time datetime=${at} title=${formatTime(at, language)}>${formatSince(at, language)}</time>`
