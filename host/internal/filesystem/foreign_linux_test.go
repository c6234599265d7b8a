package filesystem

import "testing"

// Ensure only a file system that is known to have no other writers is trusted to tell of each
// change: one that nobody has heard of may be shared.
func TestForeignByNumber(t *testing.T) {
	for number, want := range map[int64]string{
		0xEF53: "", 0x58465342: "", 0x9123683E: "", 0xF2F52010: "", 0x2FC12FC1: "", 0x01021994: "", 0x858458F6: "", 0x794C7630: "",
		0x6969: "nfs", 0x65735546: "fuse", 0x19830326: "beegfs", 0x20030528: "orangefs", 0xBACBACBC: "vmhgfs", 0x7C7C6673: "prl_fs",
		0x0BADCAFE: "number 0xbadcafe", 0: "number 0x0",
		int64(int32(-0x01ACB2BE)): "smb2", // 0xFE534D42, where numbers of statfs(2) have 32 bits
	} {
		if got := foreignBy(number); got != want {
			t.Errorf("of %#x got %q, want %q", number, got, want)
		}
	}
}
