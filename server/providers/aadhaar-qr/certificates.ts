import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g

/**
 * The certificates of a PEM file, one or several. Refuses a file without any, and keys of a kind
 * that never signs Aadhaar codes.
 */
export async function readCertificates(file: string): Promise<readonly X509Certificate[]> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new Error(`AADHAAR_CODE_CERTIFICATES cannot be read: ${error.message}`)
  })
  const pems = text.match(CERTIFICATE) ?? []
  if (pems.length === 0)
    throw new Error(`AADHAAR_CODE_CERTIFICATES: there is no certificate in ${file}.`)
  return pems.map(pem => {
    const certificate = certificateOf(pem, file)
    const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey
    if (asymmetricKeyType !== 'rsa' || asymmetricKeyDetails?.modulusLength !== 2048)
      throw new Error(
        `AADHAAR_CODE_CERTIFICATES: a certificate in ${file} has no RSA key of 2048 bits.`,
      )
    return certificate
  })
}

function certificateOf(pem: string, file: string): X509Certificate {
  try {
    return new X509Certificate(pem)
  } catch {
    throw new Error(`AADHAAR_CODE_CERTIFICATES: a certificate in ${file} cannot be read.`)
  }
}
