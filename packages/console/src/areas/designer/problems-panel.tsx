import { Group, Text, UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../shared/icon.tsx'
import { ErrorAlert } from '../../shared/page/error-alert.tsx'
import { Panel } from '../../shared/page/page.tsx'
import classes from './designer.module.css'
import type { Problem } from './queries.ts'

/** What keeps the process from being published, found while it is drawn. */
export function ProblemsPanel(props: {
  readonly problems: readonly Problem[] | undefined
  readonly error: unknown
  readonly onSelect: (element: string) => void
}) {
  const { t } = useTranslation('designer')
  const { problems, error } = props
  return (
    <Panel label={t('problems.title')}>
      <div aria-live="polite" aria-busy={problems === undefined && error === null}>
        {error !== null && <ErrorAlert error={error} />}
        {problems === undefined && error === null && (
          <Text c="dimmed">{t('problems.checking')}</Text>
        )}
        {problems?.length === 0 && (
          <Group gap="xs" c="var(--console-good)">
            <Icon name="check" size={18} />
            {t('problems.none')}
          </Group>
        )}
        {problems !== undefined && problems.length > 0 && (
          <>
            <Text fw={600}>{t('problems.count', { count: problems.length })}</Text>
            <ul className={classes.problems}>
              {problems.map(({ element, code, message }) => (
                <li key={`${element} ${code} ${message}`}>
                  <UnstyledButton
                    className={classes.problem ?? ''}
                    onClick={() => props.onSelect(element)}
                  >
                    <Text size="sm" ff="monospace" truncate>
                      {element}
                    </Text>
                    <Text size="sm">{message}</Text>
                  </UnstyledButton>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Panel>
  )
}
