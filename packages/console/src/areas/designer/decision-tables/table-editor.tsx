import { Alert, Group, List, Select, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../../../me/me.ts'
import { useBizTypes, useBizTypeName } from '../../../shared/biz-types.ts'
import { EditNotices } from '../../../shared/form/edit-notices.tsx'
import { useEdited } from '../../../shared/form/use-edited.ts'
import { Icon } from '../../../shared/icon.tsx'
import { ErrorAlert } from '../../../shared/page/error-alert.tsx'
import { PageHeader } from '../../../shared/page/page-header.tsx'
import { Page, Panel } from '../../../shared/page/page.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import { DefinitionTag } from '../definition-tag.tsx'
import { AddColumns } from './columns.tsx'
import { ExamplesField } from './examples-field.tsx'
import { Grid } from './grid.tsx'
import { TableActions } from './table-actions.tsx'
import { withLabels, type Decision, type Table, type Written } from './table.ts'
import { useTableFaults } from './use-table-faults.ts'

const none: ReadonlyMap<number, readonly string[]> = new Map()

/** One version of a decision table: its rows, examples, what is wrong, and what can be done with it. */
export function TableEditor({ stored }: { readonly stored: Decision }) {
  const { t } = useTranslation('designer')
  const { table, examples } = stored
  const content: Written = { table, examples }
  const [written, setWritten] = useState(content)
  const edited = useEdited({ kept: stored, content }, written, setWritten)
  const decision = edited.kept
  const mayWrite = useMay('bpm:definition:write')
  const disabled = !mayWrite || decision.status !== 'DRAFT'
  const { found, error, isSettled } = useTableFaults(decision.bizType, written, !disabled)
  const { data: bizTypes = [] } = useBizTypes()
  const variables = bizTypes.find(({ code }) => code === decision.bizType)?.variables ?? []
  const part = { written, onChange: setWritten, disabled }
  return (
    <Page>
      <nav>
        <Link to="/decision-tables">← {t('tables.title')}</Link>
      </nav>
      <PageHeader
        title={decision.name}
        lead={<Lead decision={decision} />}
        actions={
          <TableActions
            {...{ edited, written }}
            onRead={(read) => setWritten({ ...written, table: withLabels(read, variables) })}
            isSound={isSettled && found?.problems.length === 0}
          />
        }
      />
      <EditNotices edited={edited} />
      {decision.status !== 'DRAFT' && <Alert variant="default">{t('tables.readOnly')}</Alert>}
      <Group justify="space-between" align="flex-end">
        <PolicySelect
          value={written.table.hitPolicy}
          disabled={disabled}
          onChange={(hitPolicy) =>
            setWritten({ ...written, table: { ...written.table, hitPolicy } })
          }
        />
        {!disabled && <AddColumns {...{ written, variables }} onChange={setWritten} />}
      </Group>
      <Grid {...part} faults={found?.rows ?? none} />
      {!disabled && <Faults found={found} error={error} />}
      <ExamplesHead />
      <ExamplesField {...part} faults={isSettled ? found?.examples : undefined} />
    </Page>
  )
}

function ExamplesHead() {
  const { t } = useTranslation('designer')
  return (
    <Stack gap={4}>
      <Title order={2} size="h4">
        {t('tables.examples')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('tables.examplesHint')}
      </Text>
    </Stack>
  )
}

function Lead({ decision }: { readonly decision: Decision }) {
  const { t } = useTranslation('designer')
  const typeName = useBizTypeName()
  const { bizType, key, version, status } = decision
  return (
    <>
      {typeName(bizType)} · {key} · {t('versionNo', { version })} <DefinitionTag status={status} />
    </>
  )
}

const policies = ['UNIQUE', 'FIRST', 'COLLECT'] as const

function PolicySelect(props: {
  readonly value: Table['hitPolicy']
  readonly disabled: boolean
  readonly onChange: (value: Table['hitPolicy']) => void
}) {
  const { t } = useTranslation('designer')
  return (
    <Select
      label={t('tables.policy')}
      w="22rem"
      maw="100%"
      data={policies.map((value) => ({ value, label: t(`tables.hitPolicy.${value}`) }))}
      value={props.value}
      allowDeselect={false}
      disabled={props.disabled}
      onChange={(chosen) => {
        const next = policies.find((one) => one === chosen)
        if (next !== undefined) props.onChange(next)
      }}
    />
  )
}

/** All that is wrong, also what has no row of its own. */
function Faults(props: {
  readonly found: ReturnType<typeof useTableFaults>['found']
  readonly error: unknown
}) {
  const { t } = useTranslation('designer')
  const { found, error } = props
  const [faults, hints] = [found?.problems ?? [], found?.warnings ?? []]
  return (
    <Panel label={t('problems.title')}>
      <div aria-live="polite" aria-busy={found === undefined && error === null}>
        {error !== null && <ErrorAlert error={error} />}
        {found === undefined && error === null && <Text c="dimmed">{t('problems.checking')}</Text>}
        {found !== undefined && faults.length === 0 && (
          <Group gap="xs" c="var(--console-good)">
            <Icon name="check" size={18} />
            {t('tables.checked')}
          </Group>
        )}
        {faults.length > 0 && <Text fw={600}>{t('tables.faults', { count: faults.length })}</Text>}
        <Sentences list={faults} />
        {hints.length > 0 && <Text fw={600}>{t('tables.hints')}</Text>}
        <Sentences list={hints} />
      </div>
    </Panel>
  )
}

function Sentences({ list }: { readonly list: readonly string[] }) {
  const sentences = [...new Set(list)]
  if (sentences.length === 0) return null
  return (
    <List size="sm">
      {sentences.map((text) => (
        <List.Item key={text}>{text}</List.Item>
      ))}
    </List>
  )
}
