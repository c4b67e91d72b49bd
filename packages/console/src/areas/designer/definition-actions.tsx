import { Button, Menu } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../../me/me.ts'
import { ConfirmDialog } from '../../shared/form/confirm-dialog.tsx'
import type { Edited } from '../../shared/form/use-edited.ts'
import { notifyProblem } from '../../shared/toasts/notify.ts'
import { MoreMenu } from '../../shared/menu/more-menu.tsx'
import { useTranslation } from '../../text/i18n.ts'
import { definitionsQuery, definitionXmlQuery, type Content, type Definition } from './queries.ts'
import { useConversion } from './use-conversion.ts'
import {
  simulationsPath,
  useDefinitionAction,
  type DefinitionAction,
} from './use-definition-action.ts'

const comparisonPath = '/processes/$definitionId/comparison'

interface Props {
  readonly edited: Edited<Definition, Content>
  readonly content: Content
  /** The content with what was drawn a moment ago. */
  readonly settle: () => Promise<Content>
  readonly hasProblems: boolean
  readonly onDryRun: () => void
  /** The same in the other form. */
  readonly onConverted: (content: Content) => void
}

/** Trying, saving, publishing, retiring, and beginning the next version. */
export function DefinitionActions(props: Props) {
  const { t } = useTranslation('designer')
  const mayWrite = useMay('bpm:definition:write')
  const [asked, setAsked] = useState<'publish' | 'retire'>()
  const run = useDefinitionAction(props.edited, props.settle)
  const act = (action: DefinitionAction) =>
    run.mutate(action, {
      onSuccess: () => setAsked(undefined),
      onError: (error) => {
        if (asked === undefined) notifyProblem(error)
      },
    })
  const running = run.isPending ? run.variables : undefined
  return (
    <>
      {mayWrite && <Trials {...props} running={running} onAct={act} />}
      {mayWrite && <Steps {...props} running={running} onAct={act} onAsk={setAsked} />}
      <DefinitionMenu {...props} onAsk={setAsked} />
      {asked !== undefined && (
        <ConfirmDialog
          opened
          title={t(`${asked}.title`)}
          text={t(`${asked}.text`)}
          confirm={t(`action.${asked}`)}
          danger={asked === 'retire'}
          isRunning={run.isPending}
          error={run.error}
          onConfirm={() => act(asked)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  )
}

/** What a version would do: for one that somebody imagines, and for those that have ended. */
function Trials(
  props: Props & {
    readonly running: DefinitionAction | undefined
    readonly onAct: (action: DefinitionAction) => void
  },
) {
  const { t } = useTranslation('designer')
  const navigate = useNavigate()
  const { kept, isChanged } = props.edited
  const simulate = () => {
    // What is seen is tried.
    if (isChanged) props.onAct('simulate')
    else void navigate({ to: simulationsPath, params: { definitionId: kept.id } })
  }
  return (
    <>
      <Button variant="default" disabled={props.hasProblems} onClick={props.onDryRun}>
        {t('action.dryRun')}
      </Button>
      <Button
        variant="default"
        disabled={props.hasProblems}
        loading={props.running === 'simulate'}
        onClick={simulate}
      >
        {t('simulations.action')}
      </Button>
    </>
  )
}

/** The next step of a definition: a draft is saved and published, anything else made anew. */
function Steps(
  props: Props & {
    readonly running: DefinitionAction | undefined
    readonly onAct: (action: DefinitionAction) => void
    readonly onAsk: (action: 'publish') => void
  },
) {
  const { t } = useTranslation('designer')
  const { running, onAct, onAsk } = props
  const { kept, isChanged } = props.edited
  if (kept.status !== 'DRAFT') {
    return (
      <Button loading={running !== undefined} onClick={() => onAct('newVersion')}>
        {t('action.newVersion')}
      </Button>
    )
  }
  return (
    <>
      <Button
        variant="default"
        disabled={!isChanged}
        loading={running === 'save'}
        onClick={() => onAct('save')}
      >
        {t('action.save')}
      </Button>
      <Button disabled={props.hasProblems} onClick={() => onAsk('publish')}>
        {t('action.publish')}
      </Button>
    </>
  )
}

function DefinitionMenu(props: Props & { readonly onAsk: (action: 'retire') => void }) {
  const { t } = useTranslation('designer')
  const queries = useQueryClient()
  const mayWrite = useMay('bpm:definition:write')
  const { id, key, version, revision, status } = props.edited.kept
  const navigate = useNavigate()
  const { data: definitions = [] } = useQuery(definitionsQuery)
  const hasOthers = definitions.some((one) => one.key === key && one.id !== id)
  const exportXml = async () => {
    const xml = await queries.fetchQuery(definitionXmlQuery(id, revision))
    saveFile(`${key}-${version}.bpmn`, xml)
  }
  return (
    <MoreMenu label={t('action.more')}>
      {hasOthers && (
        <Menu.Item
          onClick={() => void navigate({ to: comparisonPath, params: { definitionId: id } })}
        >
          {t('compare.action')}
        </Menu.Item>
      )}
      <Menu.Item onClick={() => void exportXml().catch(notifyProblem)}>
        {t('action.export')}
      </Menu.Item>
      {mayWrite && status === 'DRAFT' && <ConversionItem {...props} />}
      {mayWrite && status === 'PUBLISHED' && (
        <Menu.Item color="var(--console-bad)" onClick={() => props.onAsk('retire')}>
          {t('action.retire')}
        </Menu.Item>
      )}
    </MoreMenu>
  )
}

/** The drawing of steps is that of their last saved state. */
function ConversionItem({ edited, content, settle, onConverted }: Props) {
  const { t } = useTranslation('designer')
  const { mutate, isPending } = useConversion(edited.kept, settle, onConverted)
  const isTree = 'tree' in content
  return (
    <Menu.Item disabled={isPending || (isTree && edited.isChanged)} onClick={() => mutate()}>
      {t(isTree ? 'convert.diagram' : 'convert.steps')}
    </Menu.Item>
  )
}

function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/xml' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  URL.revokeObjectURL(url)
}
