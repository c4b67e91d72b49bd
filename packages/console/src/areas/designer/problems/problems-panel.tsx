import { Group, Text, UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../shared/icon.tsx'
import { ErrorAlert } from '../../../shared/page/error-alert.tsx'
import { Panel } from '../../../shared/page/page.tsx'
import classes from '../designer.module.css'
import type { Finding } from './use-problems.ts'

/** What keeps the process from being published, and what is probably not meant, while it is drawn. */
export function ProblemsPanel(props: {
  readonly findings: readonly Finding[] | undefined
  readonly error: unknown
  readonly onSelect: (element: string) => void
}) {
  const { t } = useTranslation('designer')
  const { findings, error, onSelect } = props
  const faults = findings?.filter(({ isFault }) => isFault) ?? []
  const hints = findings?.filter(({ isFault }) => !isFault) ?? []
  return (
    <Panel label={t('problems.title')}>
      <div aria-live="polite" aria-busy={findings === undefined && error === null}>
        {error !== null && <ErrorAlert error={error} />}
        {findings === undefined && error === null && (
          <Text c="dimmed">{t('problems.checking')}</Text>
        )}
        {findings !== undefined && faults.length === 0 && (
          <Group gap="xs" c="var(--console-good)">
            <Icon name="check" size={18} />
            {t('problems.none')}
          </Group>
        )}
        {faults.length > 0 && <Text fw={600}>{t('problems.count', { count: faults.length })}</Text>}
        <Findings findings={faults} onSelect={onSelect} />
        {hints.length > 0 && (
          <Text fw={600} mt="sm">
            {t('problems.hints')}
          </Text>
        )}
        <Findings findings={hints} onSelect={onSelect} />
      </div>
    </Panel>
  )
}

function Findings(props: {
  readonly findings: readonly Finding[]
  readonly onSelect: (element: string) => void
}) {
  if (props.findings.length === 0) return null
  return (
    <ul className={classes.problems}>
      {props.findings.map(({ element, text, select }) => (
        <li key={`${element} ${text}`}>
          <UnstyledButton className={classes.problem ?? ''} onClick={() => props.onSelect(select)}>
            <Text size="sm">{text}</Text>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}
