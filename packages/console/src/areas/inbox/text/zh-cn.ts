import type { Translation } from '../../../text/translation.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  title: '收件箱',
}
