import { SimpleGrid, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { iam, unwrap } from '../../../api/clients.ts'
import { useMay, useMe } from '../../../me/me.ts'
import { EditNotices } from '../../../shared/form/edit-notices.tsx'
import { Form } from '../../../shared/form/form.tsx'
import { useChange } from '../../../shared/form/use-change.ts'
import { useEdited, type Sent } from '../../../shared/form/use-edited.ts'
import { useFields, type Fields } from '../../../shared/form/use-fields.ts'
import { ErrorState } from '../../../shared/page/error-state.tsx'
import { PageHeader } from '../../../shared/page/page-header.tsx'
import { Page, Panel } from '../../../shared/page/page.tsx'
import { BlockSkeleton } from '../../../shared/page/skeletons.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import { brandingQuery, type Branding } from '../queries.ts'
import classes from './branding.module.css'
import { Logo } from './logo.tsx'
import { Preview } from './preview.tsx'

/** Of the platform, where the tenant has chosen none. */
const ownColour = '#1f4fd8'

/** How the sign-in pages look to the people of this tenant. */
export function BrandingPage() {
  const { t } = useTranslation('administration')
  const branding = useQuery(brandingQuery(useMe().tenantId))
  return (
    <Page>
      <PageHeader title={t('branding.title')} lead={t('branding.lead')} />
      {branding.isPending && <BlockSkeleton lines={6} />}
      {branding.isLoadingError && (
        <ErrorState error={branding.error} onRetry={() => void branding.refetch()} />
      )}
      {branding.data !== undefined && <BrandingForm branding={branding.data} />}
    </Page>
  )
}

interface Values extends Readonly<Record<string, unknown>> {
  readonly name: string
  readonly colour: string
}

/** @param revision 0 before the first change: then there is nothing that it could be compared with. */
function saveBranding(id: string, revision: number, { name, colour }: Values) {
  const body = {
    name: name === '' ? null : name,
    colour: colour === '' ? null : colour,
    ...(revision === 0 ? {} : { revision }),
  }
  return unwrap(iam.PUT('/api/iam/v1/tenants/{id}/branding', { params: { path: { id } }, body }))
}

function BrandingForm({ branding }: { readonly branding: Branding }) {
  const { t } = useTranslation('administration')
  const { tenantId, tenants } = useMe()
  const mayWrite = useMay('iam:branding:write')
  const save = useChange({
    key: brandingQuery(tenantId).queryKey,
    done: t('saved'),
    change: async ({ values, edited }: Sent<Branding, Values>) => {
      const kept = await saveBranding(tenantId, edited.kept.revision, values)
      edited.saved({ kept, content: values })
    },
  })
  const initial: Values = { name: branding.name ?? '', colour: branding.colour ?? '' }
  const fields = useFields(initial, save.error)
  const { values } = fields
  const edited = useEdited({ kept: branding, content: initial }, values, fields.reset)
  const { name, colour } = values
  const tenantName = tenants.find(({ id }) => id === tenantId)?.name ?? ''
  const shown = /^#[0-9a-f]{6}$/i.test(colour) ? colour : ownColour
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <Panel label={t('branding.title')}>
        <Form
          submit={t('save')}
          isRunning={save.isPending}
          error={fields.formError}
          mayWrite={mayWrite}
          onSubmit={() => save.mutate({ values, edited })}
        >
          <EditNotices edited={edited} />
          <TextInput
            {...fields.text('name')}
            label={t('field.name')}
            description={t('branding.nameHint')}
            placeholder={tenantName}
            maxLength={80}
            disabled={!mayWrite}
          />
          <ColourField fields={fields} shown={shown} disabled={!mayWrite} />
          <Logo branding={branding} />
        </Form>
      </Panel>
      <Preview
        name={name === '' ? tenantName : name}
        colour={shown}
        logo={branding.logo?.url ?? null}
      />
    </SimpleGrid>
  )
}

function ColourField(props: {
  readonly fields: Fields<Values>
  readonly shown: string
  readonly disabled: boolean
}) {
  const { t } = useTranslation('administration')
  const { fields, shown, disabled } = props
  return (
    <TextInput
      {...fields.text('colour')}
      label={t('branding.colour')}
      description={t('branding.colourHint')}
      placeholder={ownColour}
      maxLength={7}
      disabled={disabled}
      rightSection={
        <input
          type="color"
          aria-label={t('branding.pick')}
          className={classes.pick}
          value={shown}
          disabled={disabled}
          onChange={({ currentTarget }) => fields.set('colour', currentTarget.value)}
        />
      }
    />
  )
}
