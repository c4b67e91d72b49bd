import { Button, CloseButton, Group, Stack, Title } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useBizTypes } from '../../../shared/biz-types.ts'
import { ErrorAlert } from '../../../shared/page/error-alert.tsx'
import { PrincipalSelect } from '../../../shared/people/principal-select.tsx'
import { Selections } from '../../../shared/people/selections.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import type { Content, Definition } from '../queries.ts'
import classes from '../designer.module.css'
import { DryRunPath } from './dry-run-path.tsx'
import { DryRunVariable } from './dry-run-variable.tsx'
import { useDryRun } from './use-dry-run.ts'

interface Props {
  readonly definition: Definition
  readonly content: Content
  /** Shows a step in the drawing. */
  readonly onSelect: (id: string) => void
  readonly onClose: () => void
}

/** "What if somebody started this?": the path and the people beside the drawing, before anything is published. */
export function DryRunPanel({ definition, content, onSelect, onClose }: Props) {
  const { t } = useTranslation('designer')
  const { data: bizTypes = [] } = useBizTypes()
  const { variables = [] } = bizTypes.find(({ code }) => code === definition.bizType) ?? {}
  const asked = useDryRun(definition, content)
  const { run } = asked
  return (
    <aside
      ref={useFocusWhileOpen()}
      tabIndex={-1}
      className={classes.properties}
      aria-label={t('dryRun.title')}
    >
      <Head onClose={onClose} />
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
            value={asked.initiator}
            onChange={asked.setInitiator}
          />
          {variables.map((variable) => (
            <DryRunVariable
              key={variable.name}
              variable={variable}
              value={asked.variables[variable.name]}
              onChange={(value) => asked.setVariable(variable.name, value)}
            />
          ))}
          <Selections offered={asked.offered} chosen={asked.chosen} onChange={asked.setChosen} />
          <Group justify="flex-end">
            <Button type="submit" loading={run.isPending}>
              {t('dryRun.run')}
            </Button>
          </Group>
          <ErrorAlert error={run.error} />
          {run.data !== undefined && <DryRunPath path={run.data} onSelect={onSelect} />}
        </Stack>
      </form>
    </aside>
  )
}

function Head({ onClose }: Pick<Props, 'onClose'>) {
  const { t } = useTranslation('designer')
  return (
    <Group justify="space-between" mb="sm">
      <Title order={2} size="h5">
        {t('dryRun.title')}
      </Title>
      <CloseButton aria-label={t('common:action.close')} onClick={onClose} />
    </Group>
  )
}

/** The focus is in the panel when it opens, and where it was once it closes. */
function useFocusWhileOpen() {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    const before = document.activeElement
    panel.current?.focus()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return panel
}
