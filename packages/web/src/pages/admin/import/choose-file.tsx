import { FileInput } from '@mantine/core'
import { useState } from 'react'

interface Props {
  readonly fault: string | undefined
  readonly isBusy: boolean
  readonly onChoose: (file: File | null) => void
}

export const ChooseFile = ({ fault, isBusy, onChoose }: Props) => {
  const [file, setFile] = useState<File | null>(null)
  return (
    <FileInput
      label="Directory file"
      description="JSON, at most 8 MiB. Choosing it checks it: nothing is changed by that."
      placeholder="Choose a file"
      accept="application/json,.json"
      maw={520}
      disabled={isBusy}
      value={file}
      error={fault}
      clearable
      clearButtonProps={{ 'aria-label': 'Choose no file' }}
      onChange={(chosen) => {
        setFile(chosen)
        onChoose(chosen)
      }}
    />
  )
}
