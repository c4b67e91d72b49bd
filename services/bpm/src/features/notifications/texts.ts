import type { Language } from '@countersign/service-kit/language'
import type { MailTexts } from './text-shapes.ts'
import { english } from './texts-en.ts'
import { chinese } from './texts-zh.ts'

export const textsOf: Readonly<Record<Language, MailTexts>> = { en: english, 'zh-CN': chinese }
