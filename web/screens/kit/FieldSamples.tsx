import { useState } from 'react'
import { typedDigits } from '#domain/digits.ts'
import { paths } from '#web/paths.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { CodeField } from '#web/ui/CodeField.tsx'
import { Row, Section, Stack } from '#web/ui/Layout.tsx'
import { MainButton } from '#web/ui/MainButton.tsx'
import { OutsideButton } from '#web/ui/OutsideButton.tsx'
import { PickField } from '#web/ui/PickField.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { PhoneField, TextArea, TextField } from '#web/ui/TextField.tsx'
import { Choices, Switch } from '#web/ui/Toggle.tsx'
import { type UploadState, UploadTile } from '#web/ui/Upload.tsx'

const districts = ['Belagavi', 'Pune', 'Nashik'].map(name => ({ value: name, label: name }))

export function FieldSamples() {
  return (
    <>
      <Buttons />
      <Fields />
      <Picks />
      <Uploads />
    </>
  )
}

function Buttons() {
  const [pending, setPending] = useState(true)
  return (
    <Section title="Buttons">
      <Stack>
        <Button kind="main" wide>
          One main action
        </Button>
        <MainButton missing="Still missing: PAN">CONFIRM</MainButton>
        <Row>
          <Button grow>Primary</Button>
          <Button kind="secondary" grow>
            Secondary
          </Button>
        </Row>
        <Row>
          <Button kind="quiet" onPress={() => setPending(!pending)}>
            Quiet
          </Button>
          <Button pending={pending} grow>
            Sending
          </Button>
          <Button disabled>Off</Button>
          <Button kind="danger">Erase</Button>
          <Button kind="dangerous">Erase…</Button>
        </Row>
        <Row>
          <Button kind="secondary" small icon="refresh">
            Refresh
          </Button>
          <ButtonLink kind="primary" small to={paths.home()}>
            A link
          </ButtonLink>
          <OutsideButton href="https://saral.example" onPress={() => undefined}>
            Away
          </OutsideButton>
        </Row>
      </Stack>
    </Section>
  )
}

function Fields() {
  const [phone, setPhone] = useState('9876543210')
  const [code, setCode] = useState('48')
  const [otp, setOtp] = useState('')
  const [account, setAccount] = useState('012345678901')
  const [words, setWords] = useState('')
  const [district, setDistrict] = useState('Belagavi')
  const [amount, setAmount] = useState('500000')
  return (
    <Section title="Fields">
      <Stack gap="loose">
        <PhoneField label="Mobile number" value={phone} onChange={setPhone} />
        <CodeField
          label="Code"
          length={4}
          value={code}
          onChange={setCode}
          hint="Sent by SMS to +91 98765 43210."
          action={<Button disabled>42 s</Button>}
        />
        <CodeField
          label="Aadhaar OTP"
          length={6}
          value={otp}
          onChange={setOtp}
          error="This code is not right."
          action={<Button kind="secondary">Get</Button>}
        />
        <TextField
          label="Bank Account No."
          value={account}
          onChange={setAccount}
          inputMode="numeric"
          normalise={typedDigits}
          maxLength={19}
        />
        <TextField
          label="Aadhaar number"
          value="•••• •••• 4821"
          onChange={() => undefined}
          readOnly
          suffix={
            <Button kind="quiet" small>
              Change
            </Button>
          }
        />
        <TextField
          label="Search"
          icon="search"
          value=""
          placeholder="Branch"
          onChange={() => undefined}
        />
        <SelectField
          label="District"
          value={district}
          onChange={setDistrict}
          options={districts}
          error="Choose a district in Maharashtra."
        />
        <PickField label="Branch" value="" placeholder="Choose" onPress={() => undefined} />
        <SelectField
          label="Marital status"
          value=""
          onChange={() => undefined}
          options={districts}
        />
        <SelectField
          label="Loan amount"
          large
          placeholder={null}
          value={amount}
          onChange={setAmount}
          options={[{ value: '500000', label: '₹5,000' }]}
        />
        <TextArea
          label="What happened"
          value={words}
          onChange={setWords}
          maxLength={300}
          hint={`${words.length}/300`}
        />
      </Stack>
    </Section>
  )
}

function Picks() {
  const [agreed, setAgreed] = useState(true)
  const [on, setOn] = useState(true)
  const [purpose, setPurpose] = useState('education')
  return (
    <>
      <Row between>
        <Checkbox checked={agreed} onChange={setAgreed}>
          I agree to the <a href={paths.term()}>Loan Guarantee Agreement</a>
        </Checkbox>
        <Switch checked={on} onChange={setOn} label="Auto get money" />
      </Row>
      <Checkbox checked={false} onChange={() => undefined} error="Please agree first.">
        Not yet
      </Checkbox>
      <Choices
        legend="Loan purpose"
        name="purpose"
        value={purpose}
        onChange={setPurpose}
        options={[
          { value: 'shopping', label: 'Shopping', icon: 'shopping' },
          { value: 'medical', label: 'Medical treatment', icon: 'medical' },
          { value: 'education', label: 'Education', icon: 'education' },
          { value: 'tourism', label: 'Tourism', icon: 'place' },
          { value: 'living', label: 'Living expenses', icon: 'home' },
          { value: 'vehicle', label: 'Purchase of vehicles', icon: 'vehicle' },
        ]}
      />
    </>
  )
}

function Uploads() {
  const [face, setFace] = useState<UploadState>({ kind: 'none' })
  const preview = '/icon.svg'
  return (
    <Stack>
      <UploadTile
        name="Aadhaar front"
        icon="account"
        state={{ kind: 'done', preview }}
        onPick={() => undefined}
      />
      <UploadTile
        name="PAN"
        icon="document"
        state={{
          kind: 'sending',
          preview,
          progress: 0.64,
          detail: '1.3 of 2.1 MB',
          onCancel: () => undefined,
        }}
        onPick={() => undefined}
      />
      <UploadTile
        name="Bank book"
        icon="bank"
        state={{
          kind: 'failed',
          preview,
          message: 'Image size is too big, limit 10MB',
          onRetry: () => undefined,
        }}
        onPick={() => undefined}
      />
      <UploadTile
        name="Face"
        hint="Look straight ahead, without a cap or glasses."
        icon="face"
        capture="user"
        state={face}
        onPick={file => setFace({ kind: 'chosen', preview: URL.createObjectURL(file) })}
      />
    </Stack>
  )
}
