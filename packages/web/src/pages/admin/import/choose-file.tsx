import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useBuildings } from '../../../workplace/me.tsx'
import { DropZone } from '../shared/drop-zone.tsx'
import { FileField } from '../shared/file-field.tsx'
import { templateOf } from './csv-columns.ts'
import { EXAMPLE } from './directory-file.ts'

interface Props {
  /** What is wrong with the file that was read last. */
  readonly fault: string | undefined
  readonly isBusy: boolean
  readonly onChoose: (file: File | null) => void
  readonly onPaste: (text: string) => void
}

/** A file to drop or choose, or people to paste from a spreadsheet. */
export const ChooseFile = ({ fault, isBusy, onChoose, onPaste }: Props) => {
  const [file, setFile] = useState<File | null>(null)
  const [isPasting, setPasting] = useState(false)
  const building = useBuildings()[0]?.locationName ?? 'Berlin'
  const choose = (chosen: File | null) => {
    setPasting(false)
    setFile(chosen)
    onChoose(chosen)
  }
  return (
    <Stack gap="xs" maw={640}>
      <DropZone onFile={(dropped) => (isBusy ? undefined : choose(dropped))}>
        <FileField
          label={t`CSV or JSON file`}
          description={t`At most 8 MiB. Choose it, or drop it here: it is only checked, and nothing is changed.`}
          accept="text/csv,.csv,.tsv,.txt,application/json,.json"
          disabled={isBusy}
          value={file}
          error={isPasting ? undefined : fault}
          onChange={choose}
        />
      </DropZone>
      <Group gap="sm" justify="space-between">
        <Text size="sm">
          <Trans>
            Begin with a{' '}
            <Anchor href={templateOf(building)} download="people.csv" inherit underline="always">
              template for people (CSV)
            </Anchor>{' '}
            or an{' '}
            <Anchor href={EXAMPLE} download="directory.json" inherit underline="always">
              example of everything (JSON)
            </Anchor>
            .
          </Trans>
        </Text>
        {isPasting ? null : (
          <Button variant="default" size="xs" onClick={() => setPasting(true)}>
            <Trans>Paste people instead</Trans>
          </Button>
        )}
      </Group>
      {isPasting ? <PastedPeople fault={fault} isBusy={isBusy} onPaste={onPaste} /> : null}
    </Stack>
  )
}

/** Long lines begin at their beginning again, which the end of what was pasted has moved out of sight. */
const showLineStarts = ({ currentTarget: field }: { readonly currentTarget: HTMLTextAreaElement }): void => {
  requestAnimationFrame(() => {
    field.scrollLeft = 0
  })
}

const PastedPeople = ({ fault, isBusy, onPaste }: Omit<Props, 'onChoose'>) => {
  const [text, setText] = useState('')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onPaste(text)
      }}
    >
      <Stack gap="xs" align="flex-start">
        <Textarea
          w="100%"
          label={t`People as CSV, or copied from a spreadsheet`}
          description={t`The first line names the columns, as in the template.`}
          autosize
          minRows={4}
          maxRows={16}
          wrap="off"
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          value={text}
          error={fault}
          data-autofocus
          onPaste={showLineStarts}
          onBlur={showLineStarts}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Button type="submit" loading={isBusy} disabled={text.trim() === ''}>
          <Trans>Check the people</Trans>
        </Button>
      </Stack>
    </form>
  )
}
