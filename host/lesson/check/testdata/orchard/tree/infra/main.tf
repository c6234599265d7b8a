# resource "aws_sqs_queue" "crates" {}
resource "aws_s3_bucket" "labels" {
  bucket = var.label_bucket
}
variable "label_bucket" {}
