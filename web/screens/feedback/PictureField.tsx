import { useEffect, useState } from 'react'
import { type ImageProblem, prepareImage } from '#web/device/compress.ts'
import { t } from '#web/locales/i18n.ts'
import { FieldError } from '#web/ui/Field.tsx'
import { UploadTile } from '#web/ui/Upload.tsx'
import type { MessageId } from '#words/catalogues.ts'

const problems: Record<ImageProblem, MessageId> = {
  'not-an-image': 'feedback.image.not-read',
  'too-large': 'feedback.image.too-large',
}

/** One picture, if it helps: shown before it is sent, and taken away again at will. A large one is made smaller first (specification §5). */
export function PictureField(props: {
  image: Blob | undefined
  onChange: (image: Blob | undefined) => void
}) {
  const [problem, setProblem] = useState<ImageProblem>()
  const preview = usePreview(props.image)

  async function pick(file: File) {
    const prepared = await prepareImage(file)
    setProblem('problem' in prepared ? prepared.problem : undefined)
    if ('image' in prepared) props.onChange(prepared.image)
  }

  return (
    <div>
      <UploadTile
        name={t('feedback.image')}
        hint={t('feedback.image.hint')}
        icon="document"
        state={preview === undefined ? { kind: 'none' } : { kind: 'chosen', preview }}
        onPick={file => void pick(file)}
        onRemove={() => props.onChange(undefined)}
      />
      <div role="alert">
        <FieldError id="picture-error" message={problem && t(problems[problem])} />
      </div>
    </div>
  )
}

/** An address under which the browser shows a picture that is only in memory; given back when it is not shown any more. */
function usePreview(image: Blob | undefined): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!image) return
    const made = URL.createObjectURL(image)
    setAddress(made)
    return () => {
      setAddress(undefined)
      URL.revokeObjectURL(made)
    }
  }, [image])
  return address
}
