import { Button, Group, Modal, NumberInput, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bpm, unwrap } from '../../api/clients.ts'
import { bizTypesQuery, type BizType } from '../../shared/biz-types.ts'
import { ErrorAlert } from '../../shared/error-alert.tsx'
import type { Principal } from '../../shared/people.ts'
import { PrincipalSelect } from '../../shared/principal-select.tsx'
import { Selections, toSelections, type Chosen, type Selectable } from '../../shared/selections.tsx'
import classes from './designer.module.css'
import { bodyOf, type Content, type Definition } from './queries.ts'

interface Props {
  readonly definition: Definition
  readonly content: Content
  readonly onClose: () => void
}

type Values = Readonly<Record<string, unknown>>

/** "What if somebody started this?": the path and the people, before anything is published. */
export function DryRunDialog({ definition, content, onClose }: Props) {
  const { t } = useTranslation('designer')
  const { t: common } = useTranslation('common')
  const { data: bizTypes = [] } = useQuery(bizTypesQuery)
  const bizType = bizTypes.find(({ code }) => code === definition.bizType)
  const [initiator, setInitiator] = useState<Principal | null>(null)
  const [values, setValues] = useState<Values>({})
  // Which steps' people are chosen is known from the path, so the first run brings their fields.
  const [offered, setOffered] = useState<readonly Selectable[]>([])
  const [chosen, setChosen] = useState<Chosen>({})
  const run = useMutation({
    mutationFn: () =>
      unwrap(
        bpm.POST('/api/bpm/v1/definitions/dry-run', {
          body: {
            bizType: definition.bizType,
            key: definition.key,
            name: definition.name,
            variables: { ...values },
            selections: toSelections(chosen),
            ...bodyOf(content),
            ...(initiator === null ? {} : { initiatorId: initiator.id }),
          },
        }),
      ),
    onSuccess: ({ selections }) => setOffered(selections),
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('dryRun.title')}
      size="lg"
      closeButtonProps={{ 'aria-label': common('action.close') }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          run.mutate()
        }}
      >
        <Stack>
          <PrincipalSelect
            label={t('dryRun.initiator')}
            kinds={['user']}
            value={initiator}
            onChange={setInitiator}
          />
          {(bizType?.variables ?? []).map((variable) => (
            <VariableInput
              key={variable.name}
              variable={variable}
              value={values[variable.name]}
              onChange={(value) => setValues(withValue(values, variable.name, value))}
            />
          ))}
          <Selections offered={offered} chosen={chosen} onChange={setChosen} />
          <Group justify="flex-end">
            <Button type="submit" loading={run.isPending}>
              {t('dryRun.run')}
            </Button>
          </Group>
          <ErrorAlert error={run.error} />
          {run.data !== undefined && <Path path={run.data} />}
        </Stack>
      </form>
    </Modal>
  )
}

function VariableInput(props: {
  readonly variable: BizType['variables'][number]
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}) {
  const { value, onChange } = props
  const { name, label = name, type, required = false } = props.variable
  switch (type) {
    case 'number':
      return (
        <NumberInput
          label={label}
          required={required}
          value={typeof value === 'number' ? value : ''}
          onChange={(next) => onChange(typeof next === 'number' ? next : undefined)}
        />
      )
    case 'boolean':
      return (
        <Switch
          label={label}
          checked={value === true}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
      )
    case 'user':
    case 'users':
      return <PersonInput label={label} isList={type === 'users'} onChange={onChange} />
    case 'date':
    case 'string':
      return (
        <TextInput
          label={label}
          required={required}
          {...(type === 'date' ? { type: 'date' } : {})}
          value={typeof value === 'string' ? value : ''}
          onChange={({ currentTarget }) =>
            onChange(currentTarget.value === '' ? undefined : currentTarget.value)
          }
        />
      )
  }
}

function PersonInput(props: {
  readonly label: string
  readonly isList: boolean
  readonly onChange: (value: unknown) => void
}) {
  const [person, setPerson] = useState<Principal | null>(null)
  return (
    <PrincipalSelect
      label={props.label}
      kinds={['user']}
      value={person}
      onChange={(next) => {
        setPerson(next)
        props.onChange(next === null ? undefined : props.isList ? [next.id] : next.id)
      }}
    />
  )
}

/** What was not filled in is not sent: the declaration says whether it may be missing. */
function withValue(values: Values, name: string, value: unknown): Values {
  const { [name]: _, ...others } = values
  return value === undefined ? others : { ...others, [name]: value }
}

interface PathData {
  readonly steps: readonly {
    readonly node: { readonly id: string; readonly name: string }
    readonly people: readonly { readonly id: string; readonly name: string }[]
  }[]
  readonly openQuestion: string | null
}

function Path({ path }: { readonly path: PathData }) {
  const { t } = useTranslation('designer')
  return (
    <section aria-live="polite" aria-label={t('dryRun.path')}>
      <Text fw={600}>{t('dryRun.path')}</Text>
      {path.steps.length === 0 && <Text>{t('dryRun.nobody')}</Text>}
      <ol className={classes.path}>
        {path.steps.map(({ node, people }, index) => (
          // A path may come to the same node twice.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={`${node.id} ${index}`}>
            <Text fw={550}>{node.name}</Text>
            <Text size="sm" c="var(--console-soft)">
              {people.length === 0
                ? t('candidates.none')
                : people.map(({ name }) => name).join(', ')}
            </Text>
          </li>
        ))}
      </ol>
      {path.openQuestion !== null && <Text size="sm">{path.openQuestion}</Text>}
    </section>
  )
}
