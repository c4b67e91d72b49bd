import type { MailLanguage } from '../../core/notice.ts'
import type { MailTexts } from './text-shapes.ts'
import { english } from './texts-en.ts'
import { chinese } from './texts-zh.ts'

export const textsOf: Readonly<Record<MailLanguage, MailTexts>> = { en: english, 'zh-CN': chinese }
