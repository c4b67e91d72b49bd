import { Button, Group, Text, UnstyledButton } from '@mantine/core'
import { Icon } from '../../../shared/icon.tsx'
import { ErrorAlert } from '../../../shared/page/error-alert.tsx'
import { Panel } from '../../../shared/page/page.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import classes from '../designer.module.css'
import type { Finding, OfferedRepair } from './use-problems.ts'

/** Lets repairs be made; absent where nothing can be changed. */
export interface Repairing {
  readonly isRunning: boolean
  readonly onRepair: (repairs: readonly string[] | 'safe') => void
}

/** What keeps the process from being published, and what is probably not meant, while it is drawn. */
export function ProblemsPanel(props: {
  readonly findings: readonly Finding[] | undefined
  readonly error: unknown
  readonly onSelect: (element: string) => void
  readonly repairing?: Repairing | undefined
}) {
  const { t } = useTranslation('designer')
  const { findings, error, onSelect, repairing } = props
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
        {repairing !== undefined && <RepairAll findings={findings ?? []} {...repairing} />}
        <Findings findings={faults} onSelect={onSelect} repairing={repairing} />
        {hints.length > 0 && (
          <Text fw={600} mt="sm">
            {t('problems.hints')}
          </Text>
        )}
        <Findings findings={hints} onSelect={onSelect} repairing={repairing} />
      </div>
    </Panel>
  )
}

function Findings(props: {
  readonly findings: readonly Finding[]
  readonly onSelect: (element: string) => void
  readonly repairing: Repairing | undefined
}) {
  const { repairing } = props
  if (props.findings.length === 0) return null
  return (
    <ul className={classes.problems}>
      {props.findings.map(({ element, text, select, repairs }) => (
        <li key={`${element} ${text}`}>
          <UnstyledButton className={classes.problem ?? ''} onClick={() => props.onSelect(select)}>
            <Text size="sm">{text}</Text>
          </UnstyledButton>
          {repairing !== undefined &&
            repairs.map((repair) => (
              <RepairButton key={repair.id} repair={repair} {...repairing} />
            ))}
        </li>
      ))}
    </ul>
  )
}

function RepairButton(props: Repairing & { readonly repair: OfferedRepair }) {
  const { t } = useTranslation('designer')
  const { repair, isRunning, onRepair } = props
  return (
    <Group gap="xs" px="0.25rem" pb="0.5rem" wrap="nowrap">
      <Button
        size="compact-sm"
        variant="default"
        flex="none"
        disabled={isRunning}
        aria-label={t('repairs.one', { does: repair.text })}
        onClick={() => onRepair([repair.id])}
      >
        {t('repairs.repair')}
      </Button>
      <Text size="sm" c="dimmed">
        {repair.text}
      </Text>
    </Group>
  )
}

/** All that is safe, in one click; what it does stands at each problem. */
export function RepairAll(props: Repairing & { readonly findings: readonly Finding[] }) {
  const { t } = useTranslation('designer')
  const { findings, isRunning, onRepair } = props
  const safe = findings.flatMap(({ repairs }) => repairs.filter(({ isSafe }) => isSafe))
  const count = new Set(safe.map(({ id }) => id)).size
  if (count === 0) return null
  return (
    <Group gap="xs" my="xs">
      <Button size="compact-md" loading={isRunning} onClick={() => onRepair('safe')}>
        {t('repairs.all', { count })}
      </Button>
      <Text size="sm" c="dimmed">
        {t('repairs.allHint')}
      </Text>
    </Group>
  )
}
