import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, NumberInput, Stack, Text } from '@mantine/core'
import { FLOOR_PLAN_TYPES, FLOOR_PLAN_WIDTH, type Level, MAX_FLOOR_PLAN_BYTES } from '@rollcall/contract'
import { useState } from 'react'
import { call } from '../../../../api/call.ts'
import { invalidate } from '../../../../api/query.ts'
import { useAction } from '../../../../api/use-action.ts'
import type { FloorImage } from '../../../../components/floor-map/floor-map.tsx'
import { notifyDone } from '../../../../components/notices.tsx'
import { ErrorState } from '../../../../components/states.tsx'
import { FormDialog, Unsaved } from '../../../../components/unsaved.tsx'
import { FileField } from '../../shared/file-field.tsx'
import { fieldErrors } from '../../shared/form-values.ts'
import { ConfirmModal } from '../../shared/modals.tsx'

/** Why a file cannot be a floor plan; null if it can. This is checked before the file is sent. */
const imageError = ({ type, size }: { readonly type: string; readonly size: number }): string | null => {
  if (!FLOOR_PLAN_TYPES.some((known) => known === type)) return t`Choose a PNG, JPEG, WebP or SVG image.`
  const most = MAX_FLOOR_PLAN_BYTES / 1024 / 1024
  return size > MAX_FLOOR_PLAN_BYTES ? t`Choose an image of at most ${most} MiB, for example as WebP.` : null
}

/** The bytes of a file in Base64. */
const inBase64 = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })

interface Props {
  readonly level: Level
  readonly image: FloorImage | undefined
}

/** Adds, replaces or removes the floor plan of a level. */
export const PlanImage = ({ level, image }: Props) => {
  const [asked, ask] = useState<'change' | 'remove' | null>(null)
  const close = () => ask(null)
  const has = level.floorPlanVersion !== null
  return (
    <Group gap="xs">
      <Button variant="default" onClick={() => ask('change')}>
        {has ? t`Change floor plan image` : t`Add floor plan image`}
      </Button>
      {has ? (
        <Button variant="default" onClick={() => ask('remove')}>
          <Trans>Remove image</Trans>
        </Button>
      ) : null}
      {asked === 'change' ? <ImageModal level={level} image={image} onClose={close} /> : null}
      {asked === 'remove' ? <RemoveImageModal level={level} onClose={close} /> : null}
    </Group>
  )
}

const RemoveImageModal = ({ level: { levelId }, onClose }: { level: Level; onClose: () => void }) => (
  <ConfirmModal
    title={t`Remove the floor plan image?`}
    confirmLabel={t`Remove`}
    isDangerous
    confirm={async () => {
      await call('removeFloorPlan', { params: { levelId } })
      await invalidate('getLevel', 'listLevels', 'getFloorPlan')
      notifyDone(t`The floor plan was removed.`)
    }}
    onClose={onClose}
  >
    <Trans>The desks stay where they are. The image is gone: keep a copy to add it again.</Trans>
  </ConfirmModal>
)

const ImageModal = ({ level: { levelId, floorPlanVersion }, image, onClose }: Props & { onClose: () => void }) => {
  const [file, setFile] = useState<File | null>(null)
  const [width, setWidth] = useState<string | number>(image?.width ?? 50)
  const error = file ? imageError(file) : null
  const hasWidth = Number(width) >= FLOOR_PLAN_WIDTH.minimum && Number(width) <= FLOOR_PLAN_WIDTH.maximum
  const save = useAction({
    mutationFn: async ({ chosen, widthMetres }: { chosen: File | null; widthMetres: number }) => {
      const base64 = chosen ? await inBase64(chosen) : (image?.url.replace(/^[^,]*,/, '') ?? '')
      await call('setFloorPlan', { params: { levelId }, body: { image: base64, widthMetres } })
    },
    onSuccess: async () => {
      await invalidate('getLevel', 'listLevels', 'getFloorPlan')
      notifyDone(t`The floor plan was saved.`)
      onClose()
    },
  })
  // What the service finds wrong with the picture is shown at its field.
  const refused = fieldErrors(save.error, ['image', 'widthMetres'])
  return (
    <FormDialog opened onClose={onClose} title={t`Floor plan image`}>
      <Unsaved isDirty={file !== null && !save.isPending} />
      <Stack>
        {save.error && Object.keys(refused).length === 0 ? <ErrorState error={save.error} /> : null}
        <FileField
          label={t`Image`}
          description={t`PNG, JPEG, WebP or SVG, at most 4 MiB. Of an SVG only the drawing is kept.`}
          placeholder={floorPlanVersion === null ? t`Choose a file` : t`Keep the current image`}
          accept={FLOOR_PLAN_TYPES.join(',')}
          value={file}
          onChange={(chosen) => {
            save.reset()
            setFile(chosen)
          }}
          error={error ?? refused.image}
        />
        <NumberInput
          label={t`Width, meters`}
          description={t`From the left to the right edge of the image; its height follows.`}
          min={FLOOR_PLAN_WIDTH.minimum}
          max={FLOOR_PLAN_WIDTH.maximum}
          value={width}
          onChange={setWidth}
          error={refused.widthMetres}
        />
        <Text size="sm" c="dimmed">
          <Trans>Desks stay where they are, in meters from the upper left corner of the image.</Trans>
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            disabled={error !== null || !hasWidth || (!file && !image)}
            loading={save.isPending}
            onClick={() => save.mutate({ chosen: file, widthMetres: Number(width) })}
          >
            <Trans>Save image</Trans>
          </Button>
        </Group>
      </Stack>
    </FormDialog>
  )
}
