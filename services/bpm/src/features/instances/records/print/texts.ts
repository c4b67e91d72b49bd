import type { Language } from '@countersign/service-kit/language'
import type { PrintTexts } from './text-shapes.ts'
import { english } from './texts-en.ts'
import { chinese } from './texts-zh.ts'

export const printTexts: Readonly<Record<Language, PrintTexts>> = {
  en: english,
  'zh-CN': chinese,
}
