import { useTranslation } from '../text/i18n.ts'
import classes from './status-badge.module.css'

const tones = {
  RUNNING: 'info',
  RETURNED: 'warn',
  SUSPENDED: 'warn',
  APPROVED: 'good',
  REJECTED: 'bad',
  WITHDRAWN: 'plain',
  TERMINATED: 'plain',
} as const

export type InstanceStatus = keyof typeof tones
export type Tone = 'info' | 'good' | 'bad' | 'warn' | 'plain'

/** The state of an approval, by word and colour. */
export function StatusBadge({ status }: { readonly status: InstanceStatus }) {
  const { t } = useTranslation('common')
  return <Tag tone={tones[status]}>{t(`status.${status}`)}</Tag>
}

/** A small word that colour supports but does not replace. */
export function Tag(props: { readonly tone: Tone; readonly children: string }) {
  return (
    <span className={classes.tag} data-tone={props.tone}>
      {props.children}
    </span>
  )
}
